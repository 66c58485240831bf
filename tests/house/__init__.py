"""The order of the house."""
