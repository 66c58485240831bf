"""A recording, read: turns, waits, what lasts, in words."""
