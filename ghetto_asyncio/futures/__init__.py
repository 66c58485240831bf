"""Futures: results that are not there yet."""
