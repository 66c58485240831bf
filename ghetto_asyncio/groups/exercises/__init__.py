"""Where your answers go: each function says what to do."""
