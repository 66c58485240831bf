"""A book, a site, a run and a conversation as small as can be, to be spoilt."""
