"""Two more ways into a paused generator: throw() and close()."""


def guarded():
    """Wait; survive one ValueError; say good-bye in any case."""
    try:
        try:
            yield "waiting"
        except ValueError:
            yield "survived"
    finally:
        print("good-bye")
