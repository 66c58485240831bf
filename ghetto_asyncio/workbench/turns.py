"""Who takes turns with whom, and until when?"""
from collections import deque


def talk(name, words):
    for number in range(words):
        print(name, number)
        yield


def main():
    ready = deque([talk("Ann", 3), talk("Bob", 1), talk("Eve", 2)])
    while ready:
        task = ready.popleft()
        try:
            next(task)
        except StopIteration:
            continue
        ready.append(task)


if __name__ == "__main__":
    main()
