"""Chapter 4, Who is ready: the main loop."""
