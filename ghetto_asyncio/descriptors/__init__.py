"""Descriptors and sockets: what a server talks through."""
