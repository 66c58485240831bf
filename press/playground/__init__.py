"""Python in the page of a reader: the runner of listings, and the drawing of their runs."""
