"""The other end of a connection: servers and clients, and what can happen between them."""
