"""The recorder's events of plain functions, of sockets, and of listings that know the time."""
from __future__ import annotations

from whoruns.tests.tiny import TinyRun


def test_a_plain_function_can_have_a_lane_of_its_own(tiny_run: TinyRun) -> None:
    listing = """
        ready = []

        def first():
            ready.append((second, 1))

        def second(number):
            print(number)

        def loop():
            first()
            while ready:
                function, number = ready.pop()
                function(number)
    """
    run = """
        steps = {"first": "", "second": ""}
        queues = {"ready": "ready"}
        def main(): loop()
    """
    expected = ["call first", "step first None", "call second", "print second 1", "step second None"]
    assert tiny_run.events(listing, run, "value", "text") == expected
    assert [lane["kind"] for lane in tiny_run.record()["lanes"]] == ["loop", "call", "call"]


def test_a_function_can_have_a_lane_for_each_of_its_objects(tiny_run: TinyRun) -> None:
    listing = """
        class Client: pass

        def serve(client): pass

        def loop():
            ann, bob = Client(), Client()
            for client in (ann, bob, ann):
                serve(client)
    """
    run = 'steps = {"serve": "client"}\ndef main(): loop()'
    starts = [event for event in tiny_run.events(listing, run) if not event.startswith("step")]
    assert starts == ["call serve", "call serve 2", "call serve"], "a function is called and never goes on"


def test_what_differs_from_run_to_run_is_not_shown(tiny_run: TinyRun) -> None:
    listing = """
        import socket
        from collections import defaultdict, deque

        def server(listener):
            number, other = listener.fileno(), None
            address = listener.getsockname()
            yield listener, 1

        def loop():
            with socket.create_server(("127.0.0.1", 0)) as listener:
                waiting = defaultdict(deque)
                task = server(listener)
                wanted = next(task)
                waiting[wanted].append(task)
                task.close()
    """
    run = """
        descriptors = ("server.number", "other")
        queues = {"waiting": "read"}
        def main(): loop()
    """
    assert tiny_run.events(listing, run, "value") == ["start server", "yield server (<listener>, READ)"]
    told = str(tiny_run.record()["events"])
    assert "'number': '<fd listener>'" in told
    assert "'other': 'None'" in told
    assert "'address': \"('127.0.0.1', …)\"" in told
    assert "{'waiting': [(1, 'server (listener READ)')]}" in told


def test_a_listing_that_takes_the_clock_by_name_meets_the_world(tiny_run: TinyRun) -> None:
    listing = """
        from time import monotonic, sleep

        def nap():
            sleep(3600)
            print(monotonic())
    """
    assert "print  3600.0" in tiny_run.events(listing, "def main(): nap()", "text")


def test_a_listing_can_have_a_clock_of_its_own(tiny_run: TinyRun) -> None:
    listing = """
        class Clock:
            now = 0
            def jump(self, seconds):
                self.now += seconds
                print("later")
    """
    run = """
        clock = "now"
        def main(): Clock().jump(60)
    """
    assert tiny_run.events(listing, run, "text", "t") == ["print  later 60"]


def test_attributes_of_self_are_shown_and_every_frame_has_its_own_variables(tiny_run: TinyRun) -> None:
    listing = """
        class Counter:
            def __init__(self):
                self.count = 0
                self._secret = 1

            def add(self, amount):
                self.count += amount
                self.add_more(1)

            def add_more(self, amount):
                self.count += amount
    """
    run = """
        def main():
            counter = Counter()
            counter.add(5)
    """
    tiny_run.write(listing, run)
    events = tiny_run.record()["events"]
    shown = [(event["at"][0][1:], event["vars"], event["this"]) for event in events if "vars" in event]
    assert shown == [((4, 1), {}, 1), ((8, 2), {"amount": "5"}, 1), ((12, 3), {"amount": "1"}, 1)]
    told = [(event["at"][0][1:], event["objects"]) for event in events if "objects" in event]
    assert told == [
        ((4, 1), {"1": {}}), ((5, 1), {"1": {"count": "0"}}), ((9, 2), {"1": {"count": "5"}}),
    ]


def test_a_wait_and_a_print_are_where_they_happen_also_after_a_call(tiny_run: TinyRun) -> None:
    listing = """
        import time

        def how_long():
            return 3

        def loop():
            time.sleep(how_long())
            print(how_long())
    """
    tiny_run.write(listing, "def main(): loop()")
    events = tiny_run.record()["events"]
    places = {event["ev"]: event["at"][0][1] for event in events if event["ev"] != "line"}
    assert places == {"waits": 8, "wakes": 8, "print": 9}


CALLS = """
    import heapq
    from collections import deque

    class Handle:
        def __init__(self, callback): self.callback, self.gone = callback, False
        def cancelled(self): return self.gone
        def __lt__(self, other): return False

    class Client:
        def __init__(self, name): self.name = name
        def close(self): pass

    def speak(name): pass

    class Loop:
        def __init__(self): self.ready, self.heap = deque(), []

        def run(self):
            self.ready.append((speak, (self, "A")))
            handle = Handle(Client("C").close)
            heapq.heappush(self.heap, (180.5, 1, handle))
            handle.gone = True
            speak("A")
"""


def test_what_stands_in_a_queue_is_written_for_readers(tiny_run: TinyRun) -> None:
    run = """
        queues = {"ready": "ready", "heap": "sleep"}
        steps = {"speak": "", "Client.close": "self"}
        names = {"Client.close": "{self.name}"}
        def main(): Loop().run()
    """
    tiny_run.write(CALLS, run)
    queues = [event["queues"] for event in tiny_run.record()["events"] if "queues" in event]
    assert queues[1]["ready"] == [(1, "speak A")]
    assert [each["heap"] for each in queues][-2:] == [[(2, "180.5 C.close")], [(2, "180.5 C.close", "cancelled")]]


def test_a_run_file_can_say_how_items_are_written_and_tasks_called(tiny_run: TinyRun) -> None:
    listing = """
        def work(): yield

        def run(tasks):
            ready = [(task, (place, 0)) for place, task in enumerate(tasks)]
            for task, _context in ready:
                next(task)
    """
    run = """
        queues = {"ready": "ready"}
        items = {"ready": lambda name, context: f"{name} pc={context[0]}"}
        names = {"work": ("A", "B")}
        notes = {"work": lambda **_: "works"}
        def main(): run([work(), work()])
    """
    tiny_run.write(listing, run)
    recording = tiny_run.record()
    assert [lane["name"] for lane in recording["lanes"]] == ["run", "A", "B"]
    (queues,) = (event["queues"] for event in recording["events"] if "queues" in event)
    assert queues == {"ready": [(1, "A pc=0"), (2, "B pc=1")]}
    assert [event["note"] for event in recording["events"] if event["ev"] == "yield"] == ["works", "works"]


def test_entries_of_a_list_can_be_told(tiny_run: TinyRun) -> None:
    listing = """
        def work(log):
            log.append("one")
            log.extend(["two", "three"])
    """
    run = """
        logs = ("log",)
        def main(): work([])
    """
    assert tiny_run.events(listing, run, "text") == ["log  log: one", "log  log: two", "log  log: three"]


def test_where_the_object_of_a_message_lies_is_not_shown(tiny_run: TinyRun) -> None:
    """asyncio says so of a queue that is bound to another loop."""
    listing = """
        def fails():
            raise RuntimeError(f"{object()!r} is bound")
            yield

        def loop():
            try:
                next(fails())
            except RuntimeError:
                pass
    """
    told = tiny_run.events(listing, "def main(): loop()", "value")
    assert told == ["start fails", "raise fails RuntimeError('<object object> is bound')"]


HANDLES = """
    class Handle:
        def __init__(self, callback):
            self.callback = callback
        def cancel(self):
            self.callback = None
        def cancelled(self):
            return self.callback is None

    class Talk:
        def on_silence(self):
            print("bye")
        def on_data(self):
            pass

    def go():
        heap = []
        talk = Talk()
        first = Handle(talk.on_silence)
        heap.append((30.0, 0, first))
        first.cancel()
        talk.on_data()
"""
ON_HANDLES = """
    queues = {"heap": "sleep"}
    steps = {"on_silence": "self", "on_data": "self"}
    names = {"on_silence": "Ann", "on_data": "Ann"}
    def main(): go()
"""


def test_who_is_taken_back_keeps_the_name(tiny_run: TinyRun) -> None:
    tiny_run.write(HANDLES, ON_HANDLES)
    told = str(tiny_run.record()["events"])
    assert "(1, '30 Ann.on_silence')" in told
    assert "(1, '30 Ann.on_silence', 'cancelled')" in told
