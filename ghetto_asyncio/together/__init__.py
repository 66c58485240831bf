"""Tasks that end together, and tasks that wait for each other."""
