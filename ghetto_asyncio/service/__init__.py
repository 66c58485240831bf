"""A loop that serves FastAPI, grown in twelve steps on the one of the tasks."""
