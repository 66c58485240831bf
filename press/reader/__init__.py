"""A page's services to its reader, in the browser."""
