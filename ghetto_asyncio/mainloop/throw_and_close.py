"""Two more ways into a paused task: throw() and close()."""


def guarded(name):
    """Wait; survive one ValueError; say good-bye in any case."""
    try:
        try:
            yield "waiting"
        except ValueError as error:
            print(f"{name} hears: {error}")
            yield "waiting again"
    finally:
        print(f"{name} says good-bye")
