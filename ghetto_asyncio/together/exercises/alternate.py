"""Exercise: in which order happy eyeballs should call."""


def alternate(addresses):
    """Return the addresses so that their families take turns.

    `addresses`: pairs of a family and whatever; the first family goes
    first, and within a family the order stays.
    """
    raise NotImplementedError
