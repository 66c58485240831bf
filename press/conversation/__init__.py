"""Conversations: terminals of servers and clients, line by line, held against real runs."""
