"""The machinery that makes the book: its Sphinx extension, and the commands of ``make``."""
