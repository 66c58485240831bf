"""A socket that a transport watches is left to the transport."""
import asyncio

from ghetto_asyncio.service import connect


def owner(handle):
    """Return the transport whose method a handle will call, or None."""
    _context, callback, *_args = handle.args
    whose = getattr(callback, "__self__", None)
    return whose if isinstance(whose, asyncio.BaseTransport) else None


class Loop(connect.Loop):
    """Takes no socket away from its transport."""

    def watch(self, sock, event, handle):
        """Keep one handle for an event, or none; cancel the old one."""
        if handle and sock in self.selector.get_map():
            for kept in self.selector.get_key(sock).data.values():
                if owner(kept) not in (None, owner(handle)):
                    raise RuntimeError(f"{owner(kept)!r} uses this socket")
        return super().watch(sock, event, handle)
