"""The finished pages, read without a browser and with one, and what is counted on them."""
