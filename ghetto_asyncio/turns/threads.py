"""Real threads take turns, in an order that is not promised."""
from threading import Thread


def work(name, log):
    """Append three numbered entries to the log."""
    for i in range(3):
        log.append(f"{name} {i}")


def run(names):
    """Start a thread for each name; return the log at the end."""
    log = []
    threads = [Thread(target=work, args=(name, log)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return log
