"""The book to take along: an epub, the same on paper, and the site of one language as a zip."""
