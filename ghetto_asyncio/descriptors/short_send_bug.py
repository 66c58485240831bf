"""A send() whose result nobody looks at."""


def answer(client, data):
    """Send the data, and believe that all of it is sent."""
    client.send(data)
