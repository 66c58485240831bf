"""What happens in a run, as a list of events."""
