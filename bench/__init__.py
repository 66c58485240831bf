"""What ``make bench`` measures."""
