"""Exercise: results as they come, and no task that is left behind."""


async def as_they_come(coros, use):
    """Run coroutines all at once; call `use(result)` as each result comes.

    If a coroutine or `use` fails, or if the caller is cancelled, the
    others are cancelled, and have ended when the error is raised. An
    error comes in an ExceptionGroup.
    """
    raise NotImplementedError
