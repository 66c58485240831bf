"""Exercise: an answer that needs the whole question."""


def backwards(client):
    """Send back in reverse all that the client has sent.

    Begin when the client has no more to send; close in the end.
    """
    raise NotImplementedError
