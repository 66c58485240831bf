"""Coroutines, taken apart without a loop."""
