"""What is asked of the finished pages; each check yields what is wrong."""
