"""Solution: four questions to a future, asked from outside."""


def examine(new_future, run):
    """Return what is wrong with futures, as a set of words."""
    found, called = set(), []
    one, other = new_future(), new_future()
    other.add_done_callback(called.append)
    try:
        one.result()
        found.add("early")
    except Exception:
        pass
    one.set_result("tea")
    run()
    if called:
        found.add("shared")
    called.clear()
    one.add_done_callback(called.append)
    run()
    if called != [one]:
        found.add("late")
    try:
        one.set_result("eggs")
        found.add("twice")
    except Exception:
        pass
    return found
