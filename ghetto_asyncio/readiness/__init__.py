"""Chapter 4, Who is ready: asking, and being told."""
