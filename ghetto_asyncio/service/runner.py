"""What AnyIO and a log like to know of a loop that a Runner takes."""
import asyncio
import logging

from ghetto_asyncio.callbacks.handle import Handle
from ghetto_asyncio.runner import loop
from ghetto_asyncio.tasks import guest


class Loop(loop.Loop):
    """Tells a handler, or the log, all that is known of an error."""

    handler = None

    def handle(self, callback, args, context=None):
        """Return a handle for a call that knows whose call it is."""
        handle = super().handle(callback, args, context)
        return Handle(handle.callback, handle.args, callback)

    def create_future(self):
        """Return a future that tells of an error nobody has asked for."""
        return guest.Future(loop=self)

    def new_task(self, coro, loop, name, context):
        """Return a task that tells of its error, and of its loss."""
        return guest.Task(coro, loop=self, name=name, context=context)

    def run_until_complete(self, future):
        """Go round until it is done, unless another loop is running."""
        if asyncio._get_running_loop():
            raise RuntimeError(
                "Cannot run the event loop while another loop is running")
        future = asyncio.ensure_future(future, loop=self)
        try:
            return super().run_until_complete(future)
        finally:
            if future.done() and not future.cancelled():
                future.exception()  # the caller sees it: it need not be logged

    def get_task_factory(self):
        """Return None: the tasks are our own. AnyIO asks."""

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
