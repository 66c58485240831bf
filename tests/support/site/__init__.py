"""The finished pages, read without a browser and with one, and their counts."""
