"""Ask everybody, again and again: it works, and it burns a core."""


def ask_everyone(clients, rounds):
    """Return what was heard, and how many times we asked in vain."""
    heard, vain = [], 0
    for _ in range(rounds):
        for client in clients:
            try:
                heard.append(client.recv(1024))
            except BlockingIOError:
                vain += 1
    return heard, vain
