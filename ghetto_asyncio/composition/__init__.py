"""Pausing inside a pause: generators in generators."""
