"""Tests of whoruns: its own, on its own programs."""
