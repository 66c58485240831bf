"""A person at a socket is asked for one line with one recv()."""


def ask(sock, prompt):
    """Send a prompt; return what is believed to be a line."""
    sock.sendall(prompt.encode())
    return sock.recv(1024).decode()
