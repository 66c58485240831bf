"""The search: an index made of the finished pages, and the scripts that a browser loads for a search."""
