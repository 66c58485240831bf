"""The catalogues, and what is lost on the way."""
