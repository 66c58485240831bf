"""A future and a task for asyncio's own loop, built on the plain ones."""
import asyncio
import sys
from asyncio import Future as HostFuture
from asyncio import base_futures, base_tasks, events, format_helpers, tasks
from contextvars import copy_context
from types import GenericAlias

from ghetto_asyncio.futures import future
from ghetto_asyncio.stopping import task


class Future(future.Future):
    """A place for one result, as asyncio wants it."""

    loop = error = saved = None
    state = "pending"
    unseen = False
    _asyncio_future_blocking = False
    _cancel_message = _source_traceback = None
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, *, loop=None):
        super().__init__(events.get_event_loop() if loop is None else loop)
        if self.loop.get_debug():
            caller = sys._getframe(1)
            self._source_traceback = format_helpers.extract_stack(caller)

    def get_loop(self):
        """Return the loop that calls the callbacks."""
        if self.loop is None:
            raise RuntimeError("Future object is not initialized.")
        return self.loop

    def __await__(self):
        try:
            if self.state == "pending":
                self._asyncio_future_blocking = True
                yield self
            if self.state == "pending":
                raise RuntimeError("await wasn't used with future")
            return self.result()
        finally:
            self = None

    __iter__ = __await__

    def add_done_callback(self, fn, *, context=None):
        """Have `fn(future)` called soon after it is done, in a context."""
        if context is None:
            context = copy_context()
        if self.done():
            self.loop.call_soon(fn, self, context=context)
        else:
            self.callbacks.append((fn, context))

    def remove_done_callback(self, fn):
        """Forget a callback; return how many times it was there."""
        kept = [pair for pair in self.callbacks if pair[0] != fn]
        removed = len(self.callbacks) - len(kept)
        self.callbacks[:] = kept
        return removed

    def finish(self, state, value, error):
        """Keep the outcome; call all who wait, each in its context."""
        waiting, self.callbacks = self.callbacks, []
        super().finish(state, value, error)
        for callback, context in waiting:
            self.loop.call_soon(callback, self, context=context)

    def set_exception(self, error):
        """End the future with an exception, or one of that class."""
        if isinstance(error, (type, StopIteration)):
            host = HostFuture(loop=self.get_loop())
            host.set_exception(error)
            error = host.exception()
        super().set_exception(error)
        self.unseen = True

    def cancel(self, msg=None):
        """End the future without a value; return False if it is done."""
        self.unseen = False
        if self.done():
            return False
        self._cancel_message = msg
        return super().cancel()

    def _make_cancelled_error(self):
        if self.saved is not None:
            error, self.saved = self.saved, None
            return error
        message = self._cancel_message
        return asyncio.CancelledError(*[] if message is None else [message])

    def result(self):
        """Return the value, or raise the exception."""
        if self.cancelled():
            raise self._make_cancelled_error()
        self.unseen = False
        try:
            if self.error is None:
                return super().result()
            raise self.error.with_traceback(self.trace)
        finally:
            self = None

    def exception(self):
        """Return the exception or None; raise if cancelled or pending."""
        if self.state != "finished":
            return self.result()
        self.unseen = False
        return self.error

    def __del__(self):
        if self.unseen:
            name = type(self).__name__
            self.report(f"{name} exception was never retrieved", "future")

    def report(self, message, role):
        """Tell the loop what went wrong with this future or task."""
        context = {"message": message, role: self}
        if self.error is not None:
            context["exception"] = self.error
        if self._source_traceback:
            context["source_traceback"] = self._source_traceback
        self.loop.call_exception_handler(context)

    def __repr__(self):
        return base_futures._future_repr(self)

    _loop = property(lambda self: self.loop)
    _state = property(lambda self: self.state.upper())
    _result = property(lambda self: self.value)
    _exception = property(lambda self: self.error)
    _callbacks = property(lambda self: self.callbacks)

    @property
    def _log_traceback(self):
        return self.unseen

    @_log_traceback.setter
    def _log_traceback(self, value):
        if value:
            raise ValueError("_log_traceback can only be set to False")
        self.unseen = False


class Task(task.Task, Future):
    """Resumes a coroutine whenever what it awaits is done."""

    coro = waits_for = None
    must_cancel = False
    requests = 0
    _log_destroy_pending = False

    def __init__(self, coro, *, loop=None, name=None, context=None,
                 eager_start=False):
        Future.__init__(self, loop=loop)
        if self._source_traceback:
            del self._source_traceback[-1]
        if not asyncio.iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        self.coro = coro
        self._log_destroy_pending = True
        self.context = copy_context() if context is None else context
        if name is None:
            name = f"Task-{tasks._task_name_counter()}"
        self.set_name(name)
        if eager_start and self.loop.is_running():
            self.begin()
        else:
            self.loop.call_soon(self.step, context=self.context)
            asyncio._register_task(self)

    def begin(self):
        """Take the first step now, while another task is being run."""
        before = tasks._swap_current_task(self.loop, self)
        tasks._register_eager_task(self)
        try:
            self.context.run(self.resume, None)
        finally:
            tasks._unregister_eager_task(self)
            tasks._swap_current_task(self.loop, before)
            if self.done():
                self.coro = None
            else:
                asyncio._register_task(self)

    def step(self, error=None):
        """Resume the coroutine, as the current task of the loop."""
        if self.done():
            raise asyncio.InvalidStateError(f"step(): already done: {self!r}")
        if self.must_cancel:
            self.must_cancel = False
            if not isinstance(error, asyncio.CancelledError):
                error = self._make_cancelled_error()
        self.waits_for = None
        asyncio._enter_task(self.loop, self)
        try:
            self.resume(error)
        finally:
            asyncio._leave_task(self.loop, self)
            self = error = None

    def resume(self, error):
        """Resume the coroutine; see what it awaits, or how it ended."""
        try:
            if error is None:
                wanted = self.coro.send(None)
            else:
                wanted = self.coro.throw(error)
        except StopIteration as stop:
            if self.must_cancel:
                self.must_cancel = False
                Future.cancel(self, self._cancel_message)
            else:
                Future.set_result(self, stop.value)
        except asyncio.CancelledError as cancelled:
            self.saved = cancelled
            Future.cancel(self)
        except BaseException as failure:
            Future.set_exception(self, failure)
            if isinstance(failure, (KeyboardInterrupt, SystemExit)):
                raise
        else:
            self.wait_for(wanted)
        finally:
            self = error = None

    def wait_for(self, wanted):
        """Wait for a future, or, if `wanted` is None, for the next round."""
        again = self.loop.call_soon
        if wanted is None:
            again(self.step, context=self.context)
        elif wrong := self.mistake(wanted):
            again(self.step, RuntimeError(wrong), context=self.context)
        else:
            wanted._asyncio_future_blocking = False
            wanted.add_done_callback(self.wake_up, context=self.context)
            self.waits_for = wanted
            if self.must_cancel and wanted.cancel(msg=self._cancel_message):
                self.must_cancel = False

    def mistake(self, wanted):
        """Say why a task cannot wait for this; return None if it can."""
        blocking = getattr(wanted, "_asyncio_future_blocking", None)
        if blocking is None:
            return f"Task got bad yield: {wanted!r}"
        if asyncio.futures._get_loop(wanted) is not self.loop:
            return f"Task {self!r} got Future {wanted!r} attached elsewhere"
        if not blocking:
            return f"yield was used instead of await in {self!r}: {wanted!r}"
        if wanted is self:
            return f"Task cannot await on itself: {self!r}"

    def cancel(self, msg=None):
        """Have the coroutine get a CancelledError; False if done."""
        self.unseen = False
        if self.done():
            return False
        self.requests += 1
        if self.waits_for is None or not self.waits_for.cancel(msg=msg):
            self.must_cancel = True
            self._cancel_message = msg
        return True

    def wake_up(self, future):
        """Take the next step; its `await` asks the future for the result."""
        try:
            self.step()
        finally:
            self = None

    def cancelling(self):
        """Return how many have asked to cancel, and not taken it back."""
        return self.requests

    def uncancel(self):
        """Take one request back; return how many are left."""
        self.requests = max(0, self.requests - 1)
        if not self.requests:
            self.must_cancel = False
        return self.requests

    def set_result(self, result):
        """Refuse: a task's result is what its coroutine returns."""
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, error):
        """Refuse: a task's exception is what its coroutine raises."""
        raise RuntimeError("Task does not support set_exception operation")

    def get_coro(self):
        """Return the coroutine."""
        return self.coro

    def get_context(self):
        """Return the context in which the coroutine runs."""
        return self.context

    def get_name(self):
        """Return the name."""
        return self.name

    def set_name(self, name):
        """Give the task a name."""
        self.name = str(name)

    def get_stack(self, *, limit=None):
        """Return the frames in which it is, or in which it failed."""
        return base_tasks._task_get_stack(self, limit)

    def print_stack(self, *, limit=None, file=None):
        """Print where it is, or where it failed."""
        base_tasks._task_print_stack(self, limit, file)

    def __del__(self):
        if not self.done() and self._log_destroy_pending:
            self.report("Task was destroyed but it is pending!", "task")
        super().__del__()

    def __repr__(self):
        return base_tasks._task_repr(self)

    _coro = property(lambda self: self.coro)
    _fut_waiter = property(lambda self: self.waits_for)
    _must_cancel = property(lambda self: self.must_cancel)
