"""The recorder, the recordings and the figures."""
