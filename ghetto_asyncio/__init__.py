"""The listings of the book: a folder per chapter, a module each."""
