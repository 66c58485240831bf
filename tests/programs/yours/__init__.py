"""The reader’s own code, and a loop that serves it."""
