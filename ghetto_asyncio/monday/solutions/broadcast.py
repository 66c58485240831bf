"""Solution: the size of the buffer decides."""


def broadcast(writers, data, limit):
    """Write `data` to all at once, and wait for none of them.

    Then hang up on each for which more than `limit` bytes are kept.
    Return the writers that are left.
    """
    for writer in writers:
        writer.write(data)
        if writer.transport.get_write_buffer_size() > limit:
            writer.transport.abort()
    return [writer for writer in writers if not writer.is_closing()]
