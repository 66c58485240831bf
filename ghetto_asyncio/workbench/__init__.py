"""The workbench: short programs to begin with, and puzzles."""
