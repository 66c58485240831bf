"""What cannot be followed in a program of a reader's own: it is refused, and kept in mind that it was asked for."""
from __future__ import annotations

import _thread
import asyncio
import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Literal, NoReturn

Limit = Literal["threads", "processes", "network"]
HERE = ("127.0.0.1", "::1", "localhost", "", None)
"""Hosts that are this machine."""


@contextmanager
def refusing() -> Iterator[list[Limit]]:
    """Refuse threads, processes and other machines; yield the list of what has been asked for."""
    asked: list[Limit] = []
    mine = threading.get_ident()  # others that run meanwhile are not the program's
    undo: list[tuple[Any, str, Any]] = []

    def replace(owner: Any, name: str, value: Any) -> None:
        if hasattr(owner, name):
            undo.append((owner, name, getattr(owner, name)))
            setattr(owner, name, value)

    def refuse(limit: Limit, error: type[Exception], words: str) -> NoReturn:
        if limit not in asked:
            asked.append(limit)
        raise error(words)

    def refused(owner: Any, name: str, limit: Limit, words: str) -> None:
        real = getattr(owner, name, None)

        def function(*args: object, **named: object) -> Any:
            if threading.get_ident() == mine:
                refuse(limit, RuntimeError, words)
            return real(*args, **named)  # type: ignore[misc]

        replace(owner, name, function)

    def connecting(real: Callable[..., Any]) -> Callable[..., Any]:
        def connect(this: socket.socket, address: Any) -> Any:
            if isinstance(address, tuple) and address[0] not in HERE:
                refuse("network", ConnectionRefusedError, f"there is no {address[0]} here")
            return real(this, address)

        return connect

    def looking_up(host: Any, *args: Any, **named: Any) -> Any:
        if host not in HERE and not str(host).replace(".", "").isdigit():
            refuse("network", socket.gaierror, f"there is no {host} here")
        return look_up("127.0.0.1" if host == "localhost" else host, *args, **named)

    async def at_once(_loop: object, host: Any, port: Any, **named: int) -> Any:
        return looking_up(host, port, **named)  # asyncio itself asks in a thread

    look_up: Any = socket.getaddrinfo
    refused(threading.Thread, "start", "threads", "can't start a thread here")
    for name in ("start_new_thread", "start_joinable_thread"):
        refused(_thread, name, "threads", "can't start a thread here")
    refused(subprocess.Popen, "__init__", "processes", "can't start a process here")
    for name in ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system"):
        refused(os, name, "processes", "can't start a process here")
    for name in ("connect", "connect_ex"):
        replace(socket.socket, name, connecting(getattr(socket.socket, name)))
    replace(socket, "getaddrinfo", looking_up)
    replace(asyncio.base_events.BaseEventLoop, "getaddrinfo", at_once)
    try:
        yield asked
    finally:
        for owner, name, value in reversed(undo):
            setattr(owner, name, value)
