"""Loops of the kinds that there are, as small as they can be: what run files of the tool's tests follow."""
