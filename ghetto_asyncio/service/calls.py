"""Calls in a context, and errors that go to the log."""
import logging
from contextvars import copy_context

from ghetto_asyncio.callbacks.handle import Handle
from ghetto_asyncio.tasks import sockets


class Loop(sockets.Loop):
    """Makes each call in the context of the code that asked for it."""

    handler = None

    def handle(self, callback, args, context=None):
        """Return a handle for a call in a context: by default, this one."""
        context = copy_context() if context is None else context
        return Handle(self.attempt, (context, callback, *args), callback)

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
        """Call in the next round, unless the handle is cancelled."""
        handle = self.handle(callback, args, context)
        self.ready.append(handle)
        return handle

    def call_at(self, when, callback, *args, context=None):
        """Call at a time of this clock; return the handle."""
        return self.timers.add(when, self.handle(callback, args, context))

    def call_later(self, delay, callback, *args, context=None):
        """Call after `delay` seconds; return the handle."""
        when = self.time() + delay
        return self.call_at(when, callback, *args, context=context)

    def set_exception_handler(self, handler):
        """Have handler(loop, context) called for errors left uncaught."""
        self.handler = handler

    def default_exception_handler(self, context):
        """Write into the log of asyncio what has happened."""
        said = [context.get("message") or "Unhandled exception in event loop"]
        said += [f"{key}: {context[key]!r}" for key in sorted(context)
                 if key not in ("message", "exception")]
        log = logging.getLogger("asyncio")
        log.error("\n".join(said), exc_info=context.get("exception"))

    def call_exception_handler(self, context):
        """Tell the handler; if there is none, or if it fails, the log."""
        try:
            if self.handler:
                return self.handler(self, context)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            context = {"message": "Unhandled error in exception handler",
                       "exception": error, "context": context}
        self.default_exception_handler(context)
