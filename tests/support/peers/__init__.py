"""The other end of a connection: servers and clients, and accidents between them."""
