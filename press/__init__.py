"""The machinery that makes the book: its Sphinx extension, the recorder, the checks and the commands of ``make``."""
