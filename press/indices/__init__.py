"""Indices of the book: of listings, exercises, figures, bugs, and of the places where a term is explained."""
