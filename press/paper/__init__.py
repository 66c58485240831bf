"""The book on paper: the finished pages of a language as one PDF file."""
