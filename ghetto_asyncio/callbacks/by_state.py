"""The first state machine: a dictionary says who is owed what."""
import select


def exchange(client, owed):
    """Send some of what is owed, or hear something; return what is owed.

    Return None when there is no more to be said.
    """
    try:
        if owed:
            return owed[client.send(owed):]
        return client.recv(1024) or None
    except BlockingIOError:
        return owed
    except OSError:
        return None


def echo(clients):
    """Send back to each what it says, until all have left."""
    state = dict.fromkeys(clients, b"")
    while state:
        hear = [client for client in state if not state[client]]
        speak = [client for client in state if state[client]]
        for ready in select.select(hear, speak, [])[:2]:
            for client in ready:
                state[client] = exchange(client, state[client])
                if state[client] is None:
                    del state[client]
                    client.close()
