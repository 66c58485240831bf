"""Tests of others that judge what the book builds: CPython's, and curio's."""
