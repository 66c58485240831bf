"""Two threads, which change when they like."""


def talk(name):
    """Count a little."""
    number = 0
    number += 1
    number += 1
    print(name, number)
