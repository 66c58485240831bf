"""Cancelling tasks, and timeouts."""
