"""A reset, and a pulled cable: a connection that is not closed, and through which nothing comes any more.

Linux only. From pull() on, the kernel drops every packet that arrives for this end, so nothing that the
other end sends is acknowledged, and no close and no reset is heard of. The other end learns of it when it
has sent something and is tired of waiting: with impatient() after a fraction of a second, and not after a
quarter of an hour. It gets ETIMEDOUT, a TimeoutError: an OSError, and no ConnectionError.
"""
from __future__ import annotations

import ctypes
import socket
import struct

PATIENCE = 0.1
"""Seconds that an impatient end waits for an acknowledgement. It looks when it sends once more: add half a second."""

SO_ATTACH_FILTER = 26  # linux: asm-generic/socket.h; the module socket has no name for it
RETURN_CONSTANT = 0x06  # BPF_RET | BPF_K: how many bytes of a packet are let through


class _Instruction(ctypes.Structure):
    """struct sock_filter."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("jump_true", ctypes.c_uint8),
        ("jump_false", ctypes.c_uint8),
        ("constant", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(_Instruction)))


def impatient(listener: socket.socket, seconds: float = PATIENCE) -> socket.socket:
    """Let the sockets that are accepted here give up soon when nothing is acknowledged; return the listener."""
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, max(1, int(seconds * 1000)))
    return listener


def pull(client: socket.socket) -> None:
    """Make this end of a TCP connection deaf: its bytes still go out, nothing comes in."""
    instructions = (_Instruction * 1)(_Instruction(RETURN_CONSTANT, 0, 0, 0))
    program = _Program(len(instructions), instructions)
    client.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, bytes(program))


def reset(client: socket.socket) -> None:
    """Close in a way that the other end sees as an error."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def hears(person: socket.socket, words: bytes) -> None:
    """Receive just this."""
    got = b""
    while len(got) < len(words) and (data := person.recv(len(words) - len(got))):
        got += data
    assert got == words
