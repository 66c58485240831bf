"""A loop tells a handler, or the log, what nobody else would hear."""
import logging
from contextvars import copy_context

from ghetto_asyncio.service import generators
from ghetto_asyncio.service.handle import Failed


class Loop(generators.Loop):
    """Tells all that is known of an error."""

    handler = None

    def attempt(self, context, callback, *args):
        """Make a call in its context; tell of an error, and go on."""
        try:
            context.run(callback, *args)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            failed = Failed(callback, args, context)
            said = f"Exception in callback {failed}"
            self.call_exception_handler(
                {"message": said, "exception": error, "handle": failed})
        finally:
            context = callback = args = failed = None

    def get_exception_handler(self):
        """Return the function that is called for errors, or None."""
        return self.handler

    def set_exception_handler(self, handler):
        """Have handler(loop, context) called for errors left uncaught."""
        if not (handler is None or callable(handler)):
            raise TypeError(f"a function was expected, got {handler!r}")
        self.handler = handler

    def call_exception_handler(self, context):
        """Tell the handler; if there is none, or if it fails, the log."""
        whose = map(context.get, ("task", "future", "handle"))
        about = next(filter(None, whose), None)
        inside = getattr(about, "get_context", copy_context)()
        try:
            if self.handler:
                return inside.run(self.handler, self, context)
        except (KeyboardInterrupt, SystemExit):
            raise
        except BaseException as error:
            context = {"message": "Unhandled error in exception handler",
                       "exception": error, "context": context}
        self.default_exception_handler(context)

    def default_exception_handler(self, context):
        """Write what has happened into the log of asyncio."""
        said = [context.get("message") or "Unhandled exception in event loop"]
        said += [f"{key}: {context[key]!r}" for key in sorted(context)
                 if key not in ("message", "exception")]
        log = logging.getLogger("asyncio")
        log.error("\n".join(said), exc_info=context.get("exception"))
