"""Doors into tools of others, which need whoruns' extras: IPython and Jupyter, and Sphinx."""
