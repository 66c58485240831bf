"""The conversation's server has a thread for each client."""
from math import inf
from threading import Thread

from ghetto_asyncio.descriptors.listening import listening
from ghetto_asyncio.descriptors.serve import meet


def serve(listener, clients=inf):
    """Meet each client in a thread of its own, and wait for them."""
    threads = []
    number = 0
    while number < clients:
        client, _address = listener.accept()
        number += 1
        args = client, f"client {number}"
        thread = Thread(target=meet, args=args, daemon=True)
        thread.start()
        threads = [*filter(Thread.is_alive, threads), thread]
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    with listening(__doc__) as listener:
        serve(listener)
