"""The finished pages, without a browser."""
