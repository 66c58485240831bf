"""Readiness is a state, and poll() reports it while it lasts."""
import select


def watched(sock):
    """Give a poll object that looks for data on a socket."""
    poll = select.poll()
    poll.register(sock, select.POLLIN)
    return poll


def ask(sock, times):
    """Ask without reading; say how often data was reported."""
    poll = watched(sock)
    return sum(len(poll.poll(0)) for _ in range(times))


def pieces(sock, size):
    """Read `size` bytes per report, until there is none."""
    poll = watched(sock)
    found = []
    while poll.poll(0):
        found.append(sock.recv(size))
    return found
