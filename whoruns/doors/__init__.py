"""Doors into tools of others, which need whoruns' extras: pytest, IPython and Jupyter, Sphinx."""
