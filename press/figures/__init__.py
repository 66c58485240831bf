"""Recorded runs on pages: the recording, and the views of it."""
