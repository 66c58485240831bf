"""Descriptors and sockets, who is ready, what gets lost, and the main loop."""
