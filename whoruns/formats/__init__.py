"""Files of other kinds than a page: each module writes one."""
