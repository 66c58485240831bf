"""Workers at a queue, which name each mail that they haven't sent."""


def post(send, grace, room=100, workers=2):
    """Lend a queue in an `async with`; workers await `send(mail)` for each.

    At the end they have `grace` seconds; then "not sent: …" is logged as
    an error for each mail that is left, even for one under way.
    """
    raise NotImplementedError
