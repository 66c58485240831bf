"""How a page looks, and how it is built: repairs of Furo and Sphinx, and additions to them."""
