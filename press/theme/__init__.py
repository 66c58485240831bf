"""How a page looks, and how it is built: what Furo and Sphinx do is mended here, and what they lack is added."""
