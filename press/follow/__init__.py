"""Type along: the reader's loop as one file, after each chapter, and the sessions that pass on it."""
