"""An operating system made of memory."""
