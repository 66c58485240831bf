"""A generator that waits for another one, and an error that is thrown in."""


def inner():
    try:
        yield 1
    except KeyError:
        print("kept")
    yield 2


def outer():
    yield from inner()
    yield 3
    yield from inner()


generator = outer()
print(next(generator), generator.throw(KeyError()), next(generator), next(generator))
try:
    generator.throw(ValueError())
except ValueError:
    print("not kept")
