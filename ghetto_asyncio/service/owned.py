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
        """Keep one handle or none for a socket's event; cancel the old one."""
        if handle:
            self.leave(sock, owner(handle))
        return super().watch(sock, event, handle)

    async def sock_ready(self, sock, event):
        """Wait until a socket can be read or written, or has failed."""
        self.leave(sock, None)
        await super().sock_ready(sock, event)

    def leave(self, sock, asking):
        """Raise RuntimeError if another transport has this socket."""
        if sock in self.selector.get_map():
            for handle in self.selector.get_key(sock).data.values():
                if owner(handle) not in (None, asking):
                    raise RuntimeError(f"{owner(handle)} uses this socket")
