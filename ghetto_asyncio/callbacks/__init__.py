"""The callback loop: call me when."""
