"""A task pauses when it asks a person or tells them something."""


class Person:
    """A person sits at the keyboard, and tasks that talk take turns."""

    def __init__(self, name):
        self.name = name

    def ask(self, prompt):
        """Pause with a prompt; return the line that is sent in."""
        line = yield f"{self.name} {prompt}"
        return line

    def tell(self, text):
        """Show a text to this person, and give way."""
        print(f"{self.name}: {text}", end="")
        yield
