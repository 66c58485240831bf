"""Exercise: a name is characters, a socket wants bytes."""


def headline(data):
    """Return the name in capitals, and one = for each letter.

    Take bytes in UTF-8; bytes that are no UTF-8 do no harm.
    """
    raise NotImplementedError
