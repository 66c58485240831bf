"""Exercise: echo that owes a client only so much."""

HIGH = 4096
LOW = 1024


class Echo:
    """One client; with more than HIGH bytes owed, read no more.

    Read on when LOW or fewer are left. At the end, send what is
    owed before closing. Keep what is owed in `unsent`.
    """

    def __init__(self, loop, sock):
        raise NotImplementedError
