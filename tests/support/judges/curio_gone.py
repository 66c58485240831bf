"""Gives Python back, when it is imported, names that curio's channels and TLS use and newer Pythons have no longer."""
from __future__ import annotations

import ssl
from multiprocessing import connection

for _name in ("CHALLENGE", "WELCOME", "FAILURE"):
    vars(connection).setdefault(_name, b"")
vars(ssl).setdefault("wrap_socket", ssl.SSLContext.wrap_socket)
