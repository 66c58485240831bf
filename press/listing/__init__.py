"""Listings on pages: the program, its remarks and its new lines, and their HTML."""
