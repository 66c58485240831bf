"""Chapter 3, Descriptors and sockets: what a server talks through."""
