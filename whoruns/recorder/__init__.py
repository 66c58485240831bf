"""A run, as a list of events."""
