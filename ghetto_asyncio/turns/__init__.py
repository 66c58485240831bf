"""Taking turns: being interrupted and giving way."""
