"""Taking turns, and pausing inside a pause."""
