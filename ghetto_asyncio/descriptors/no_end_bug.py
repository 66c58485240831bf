"""An echo that does not notice that its client has left."""


def echo(client, fuel):
    """Answer in an endless loop, until the fuel is used up.

    Return how many times recv() gave nothing.
    """
    futile = 0
    while fuel:
        fuel -= 1
        data = client.recv(1024)
        client.sendall(data)
        if not data:
            futile += 1
    return futile
