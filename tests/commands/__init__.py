"""What is typed at a command line."""
