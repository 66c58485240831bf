"""Conversations: their files, how they are played, how they stand on a page."""
