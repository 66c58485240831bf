"""What `@asyncio.coroutine` did, while there was one: history."""
import types
from functools import wraps
from inspect import iscoroutinefunction, isgenerator, isgeneratorfunction


def coroutine(function):
    """Return a function whose calls can be waited for, as in Python 3.4."""
    if iscoroutinefunction(function):
        return function
    if isgeneratorfunction(function):
        return types.coroutine(function)

    @types.coroutine
    @wraps(function)
    def later(*args, **kwargs):
        """Call the function, and await what can be awaited."""
        result = function(*args, **kwargs)
        if isgenerator(result):
            result = yield from result
        elif hasattr(result, "__await__"):
            result = yield from result.__await__()
        return result

    return later
