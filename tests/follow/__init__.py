"""The reader's file after each chapter."""
