"""How a listing comes onto a page, and what every listing has to be."""
