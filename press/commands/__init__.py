"""What ``make`` calls, from the top of the repository: ``python -m press.commands.record``."""
