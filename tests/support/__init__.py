"""The shared parts of tests: fixtures, programs that are started, and the finished pages."""
