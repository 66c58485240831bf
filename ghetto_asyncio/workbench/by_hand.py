"""There is no loop: who resumes this coroutine, and with what?"""


class Question:
    def __await__(self):
        answer = yield "a question"
        return answer


async def talk():
    line = await Question()
    print("talk hears", line)
    return len(line)


def main():
    coro = talk()
    print("main gets", coro.send(None))
    try:
        coro.send("hello")
    except StopIteration as stop:
        print("the result is", stop.value)


if __name__ == "__main__":
    main()
