"""Who is ready: asking, and being told."""
