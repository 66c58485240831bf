"""What runs in the page of a reader: Python, the listings, and what draws their runs."""
