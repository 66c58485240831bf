"""Tests of others that judge the book's loops and kernels: CPython's, and curio's."""
