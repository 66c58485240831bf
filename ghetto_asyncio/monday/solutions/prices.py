"""Solution: a full queue gives its oldest price away."""


def tell(queues, price):
    """Put a price into each queue at once; a full one loses its oldest."""
    for queue in queues:
        if queue.full():
            queue.get_nowait()
        queue.put_nowait(price)
