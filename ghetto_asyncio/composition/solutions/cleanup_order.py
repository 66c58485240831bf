"""Solution: close() begins at the end of the chain."""


def level(number, depth, log):
    """Delegate to the next level, or pause on the last one."""
    try:
        if number < depth:
            yield from level(number + 1, depth, log)
        else:
            yield
    finally:
        log.append(number)


def order(depth):
    """Nest generators, close the outermost; return the order.

    Level 1 is the outermost. Each level delegates to the next; the
    last one pauses. In `finally`, each notes its number.
    """
    log = []
    outermost = level(1, depth, log)
    next(outermost)
    outermost.close()
    return log
