"""The map of the book: which loop is built from which."""
