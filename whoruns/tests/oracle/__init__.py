"""The oracle, which knows without the press what is true of a run, and what holds the pages against it."""
