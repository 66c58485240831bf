"""The callback loop, and its clock."""
