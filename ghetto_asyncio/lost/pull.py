"""A cable is pulled, as far as Linux can do that without hands."""
import ctypes
import struct
from socket import SOL_SOCKET

SO_ATTACH_FILTER = 26
DROP_ALL = struct.pack("HBBI", 6, 0, 0, 0)


def pull_the_cable(sock):
    """Let the operating system drop every packet for this socket."""
    rule = ctypes.create_string_buffer(DROP_ALL)
    rules = struct.pack("HP", 1, ctypes.addressof(rule))
    sock.setsockopt(SOL_SOCKET, SO_ATTACH_FILTER, rules)
