"""The programs of the book, part by part: they do what their pages say."""
