"""The oracle, which knows without the press the truth about a run, and the checks that hold the pages against it."""
