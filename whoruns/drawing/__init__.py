"""A recording, drawn."""
