"""The main loop."""
