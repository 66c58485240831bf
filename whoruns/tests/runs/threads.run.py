"""Two real threads."""
from threading import Thread

from small.threads import talk

files = ("threads",)
threads = True
loop = "main"
names = {"talk": "{name}"}


def main():
    threads = [Thread(target=talk, args=(name,), name=name) for name in ("Ann", "Bob")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
