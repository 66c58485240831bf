"""A page that stands alone: one HTML file of one recording, with all that it needs in it."""
