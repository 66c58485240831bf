"""throw() and close() are two more ways into a paused task."""


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
