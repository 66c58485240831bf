"""Nurseries, waiting for each other, and curio's names."""
