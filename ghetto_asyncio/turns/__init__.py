"""Chapter 1, Taking turns: being interrupted and giving way."""
