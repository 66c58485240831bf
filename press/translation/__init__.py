"""Repairs of MyST, Sphinx and Babel on the way of a text to the translators and back."""
