"""A kernel that coroutines talk to by traps."""
