"""Promises: a result that is promised, and what is to be done with it."""
