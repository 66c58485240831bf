"""Listings on pages: the program, its remarks and what is new in it, and their HTML."""
