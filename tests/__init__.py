"""What is checked, and the tests of the checks."""
