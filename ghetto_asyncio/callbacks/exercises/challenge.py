"""Exercise: a client has to prove that it knows a secret."""
import hmac

from ghetto_asyncio.callbacks.talk import Talk


def answer(challenge, secret=b"sesame"):
    """Return the line, without its end, of a client that knows the secret."""
    return hmac.new(secret, challenge, "sha256").hexdigest().encode()


class Challenge(Talk):
    """Sends the challenge, a line, and expects the answer to it.

    Then it talks. To a wrong answer it sends "no", ends its own
    sending, and reads to the end, so that the "no" arrives.
    """

    def __init__(self, loop, sock, name, at_end, challenge):
        raise NotImplementedError
