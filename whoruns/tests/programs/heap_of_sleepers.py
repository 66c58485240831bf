"""A loop of one's own with a heap: who sleeps shorter goes on first."""
import heapq
import time


def cook(dish, seconds):
    print(dish, "in")
    yield seconds
    print(dish, "out", time.monotonic())


def run(tasks):
    heap = [(0, order, task) for order, task in enumerate(tasks)]
    while heap:
        when, order, task = heapq.heappop(heap)
        time.sleep(max(0, when - time.monotonic()))
        for seconds in task:
            heapq.heappush(heap, (time.monotonic() + seconds, order, task))
            break


run([cook("eggs", 3), cook("toast", 1)])
