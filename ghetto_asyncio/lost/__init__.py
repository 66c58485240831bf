"""What gets lost: loops and servers that forget somebody."""
