"""The finished pages, in Chromium."""
