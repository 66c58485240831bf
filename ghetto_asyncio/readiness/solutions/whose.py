"""Solution: who can be read now, by name."""
import select


def whose(people):
    """Return the names of those in {name: socket} who can be read."""
    poll = select.poll()
    names = {}
    for name, sock in people.items():
        poll.register(sock, select.POLLIN)
        names[sock.fileno()] = name
    return [names[number] for number, _event in poll.poll(0)]
