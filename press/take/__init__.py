"""The book to take along: as an epub, and the site of one language as a zip."""
