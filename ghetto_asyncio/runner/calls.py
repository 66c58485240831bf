"""Calls in a context, and errors that go to the log."""
import logging
from contextvars import copy_context

from ghetto_asyncio.callbacks.call import Handle
from ghetto_asyncio.ending import bell


class Loop(bell.Loop):
    """Makes each call in the context of the code that asked for it."""

    closed = False

    def handle(self, callback, args, context=None):
        """Return a handle for a call in a context, or in a copy of ours."""
        if self.closed:
            raise RuntimeError("Event loop is closed")
        context = copy_context() if context is None else context
        return Handle(self.attempt, (context, callback, *args))

    def attempt(self, context, callback, *args):
        """Make a call in its context; report an error, and go on."""
        try:
            context.run(callback, *args)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            name = getattr(callback, "__qualname__", callback)
            said = f"Exception in callback {name}"
            self.call_exception_handler({"message": said, "exception": error})
        finally:
            context = callback = args = None

    def call_soon(self, callback, *args, context=None):
        """Call back in the next round, unless the handle is cancelled."""
        handle = self.handle(callback, args, context)
        self.ready.append(handle)
        return handle

    def call_at(self, when, callback, *args, context=None):
        """Call back when this loop's clock shows `when`; return the handle."""
        return self.timers.add(when, self.handle(callback, args, context))

    def call_later(self, delay, callback, *args, context=None):
        """Call back after `delay` seconds; return the handle."""
        when = self.time() + delay
        return self.call_at(when, callback, *args, context=context)

    def get_debug(self):
        """Return False, if anybody asks: this loop has no debug mode."""
        return False

    def call_exception_handler(self, context):
        """Write what has happened into the log of asyncio."""
        log = logging.getLogger("asyncio")
        log.error(context.get("message"), exc_info=context.get("exception"))
