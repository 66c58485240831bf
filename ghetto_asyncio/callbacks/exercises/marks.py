"""Exercise: an echo that limits how much it owes a client."""

HIGH = 4096
LOW = 1024


class Echo:
    """Echoes to one client; stops reading when it owes more than HIGH bytes.

    It reads on when LOW or fewer are owed. At the end of data it sends
    what it owes, then closes. What it owes is kept in `unsent`.
    """

    def __init__(self, loop, sock):
        raise NotImplementedError
