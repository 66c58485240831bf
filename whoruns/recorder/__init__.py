"""The recorder: it turns a run into a list of events."""
