"""Two generators, resumed by hand: what is sent in, what comes out, and one that is closed."""


def talk(name):
    heard = yield f"{name}: hello"
    while heard != "bye":
        heard = yield f"{name}: {heard}?"
    return "so long"


ann, bob = talk("Ann"), talk("Bob")
print(next(ann))
print(next(bob))
print(ann.send("tea"))
try:
    ann.send("bye")
except StopIteration as stop:
    print(stop.value)
bob.close()
