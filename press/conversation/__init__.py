"""Conversations: servers are seen talking, line by line, and what is seen is held against what they say."""
