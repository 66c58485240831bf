"""A function deep inside makes a pause. Who pauses with it?"""


def pause(times):
    for number in range(times):
        yield number
    return f"{times} pauses"


def talk(name):
    print(name, "begins")
    result = yield from pause(2)
    print(name, "had", result)


def main():
    tasks = [talk("Ann"), talk("Bob")]
    for _round in range(3):
        for task in tasks:
            print("got", next(task, "the end"))


if __name__ == "__main__":
    main()
