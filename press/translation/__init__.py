"""What MyST, Sphinx and Babel leave open on the way of a text to the translators and back."""
