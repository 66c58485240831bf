"""What holds the operating system made of memory against the real one."""
