"""Who judges what Part III builds: CPython's own tests, and whoever takes a line out."""
