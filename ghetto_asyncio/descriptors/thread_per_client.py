"""An echo server with a thread for each client."""
from contextlib import suppress
from math import inf
from socket import SHUT_RDWR
from threading import Thread

from ghetto_asyncio.descriptors.command_line import listening
from ghetto_asyncio.descriptors.one_at_a_time import echo


def handle(client):
    """Serve one client; its errors concern nobody else."""
    with suppress(ConnectionError):
        echo(client)


def serve(listener, clients=inf):
    """Start a thread per client; return when all have ended."""
    threads = {}
    try:
        while clients:
            client, _address = listener.accept()
            thread = Thread(target=handle, args=(client,))
            thread.start()
            threads[thread] = client
            clients -= 1
            for old in [each for each in threads if not each.is_alive()]:
                del threads[old]
        for thread in threads:
            thread.join()
    finally:
        hang_up(threads)


def hang_up(threads):
    """Shut down each connection, so that its thread ends."""
    for thread, client in threads.items():
        with suppress(OSError):  # it may be closed already
            client.shutdown(SHUT_RDWR)
        thread.join()


if __name__ == "__main__":
    with listening("descriptors.thread_per_client") as listener:
        serve(listener)
