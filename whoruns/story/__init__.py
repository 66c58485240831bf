"""A recording, read: turns, waits, spans, in words."""
