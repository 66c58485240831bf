"""The listings, their sessions and how they come onto a page."""
