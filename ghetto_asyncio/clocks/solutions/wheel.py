"""Solution: look only at the slots that have passed."""
from itertools import count


class Timers:
    """A wheel that does what `heap.Timers` does.

    Slot number `when // tick % size` holds what is due in that
    tick, or in one that comes a whole turn of the wheel later.
    """

    def __init__(self, tick=1, size=8):
        self.tick = tick
        self.slots = [[] for _ in range(size)]
        self.order = count()
        self.reached = 0  # in ticks; it never goes back

    def add(self, when, handle):
        """Keep a handle until the time `when`, in seconds; return it."""
        number = max(int(when // self.tick), self.reached)
        slot = self.slots[number % len(self.slots)]
        slot.append((when, next(self.order), handle))
        return handle

    def next(self):
        """Say when the next handle is due, or None if there is none."""
        for number in self.numbers(self.reached + len(self.slots)):
            slot = self.slots[number % len(self.slots)]
            soon = [e[0] for e in slot if e[0] // self.tick <= number]
            if soon:
                return min(soon)
        later = (entry[0] for slot in self.slots for entry in slot)
        return min(later, default=None)

    def due(self, now):
        """Take out the handles whose time has come, in order."""
        found = []
        tick = int(now // self.tick)
        for number in self.numbers(tick):
            slot = self.slots[number % len(self.slots)]
            found += [entry for entry in slot if entry[0] <= now]
            slot[:] = [entry for entry in slot if entry[0] > now]
        self.reached = max(self.reached, tick)
        return [handle for _when, _order, handle in sorted(found)]

    def numbers(self, tick):
        """Return the ticks up to `tick`, one turn of the wheel at most."""
        turn = self.reached + len(self.slots)
        return range(self.reached, min(tick + 1, turn))
