"""Type along: the reader's loop as one file, after each chapter, and what of a chapter it can do."""
