"""The commands of ``make``, called from the top of the repository: ``python -m press.commands.record``."""
