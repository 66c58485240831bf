"""Coroutine objects, taken apart."""
