"""A loop refuses by name what it lacks."""
import asyncio


def refusal(name):
    """Return a method that says that the loop has none of this name."""
    def refuse(self, *args, **options):
        """Raise NotImplementedError."""
        raise NotImplementedError(f"this loop has no {name}()")
    return refuse


class Absent(asyncio.AbstractEventLoop):
    """Refuses each method that asyncio lists and this loop lacks."""

    def __init_subclass__(cls):
        for name, method in vars(asyncio.AbstractEventLoop).items():
            if getattr(cls, name) is method and not name.startswith("_"):
                setattr(cls, name, refusal(name))
