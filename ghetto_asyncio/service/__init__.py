"""A loop that serves FastAPI, grown in steps on the one of the tasks."""
