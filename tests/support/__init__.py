"""What tests share: fixtures, programs that are started, and the finished pages."""
