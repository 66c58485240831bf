"""The result of send() is ignored."""


def answer(client, data):
    """Send the data, and believe that all of it is sent."""
    client.send(data)
