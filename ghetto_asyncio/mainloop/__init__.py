"""Who is ready: the main loop."""
