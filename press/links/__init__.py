"""Where a page leads: to other languages, old addresses, the repository, Python's documentation."""
