"""The search: an index made of the finished pages, and what a browser loads when somebody searches."""
