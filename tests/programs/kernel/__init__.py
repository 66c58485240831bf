"""The kernel, and how it stops."""
