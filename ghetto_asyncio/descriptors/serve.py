"""The conversation's server meets one client after another."""
from math import inf

from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.descriptors.person import Person
from ghetto_asyncio.turns.talk import talk


def meet(client, name):
    """Talk to a client; whatever happens to it ends this talk only."""
    try:
        with client:
            print(name, "comes")
            talk(Person(client))
        print(name, "leaves")
    except OSError as error:
        print(name, "is gone:", error)


def serve(listener, clients=inf):
    """Meet each client, and then the next."""
    number = 0
    while number < clients:
        client, _address = listener.accept()
        number += 1
        meet(client, f"client {number}")


if __name__ == "__main__":
    with listening(__doc__) as listener:
        serve(listener)
