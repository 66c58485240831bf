"""What the recorder tells of plain functions, of sockets, and of listings that know the time."""
from __future__ import annotations

from tests.support.tiny_run import TinyRun


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
    expected = ["start first", "step first None", "start second", "print second 1", "step second None"]
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
    assert starts == ["start serve", "start serve 2", "resume serve"]


def test_what_differs_from_run_to_run_is_not_shown(tiny_run: TinyRun) -> None:
    listing = """
        import socket
        from collections import defaultdict, deque

        def server(listener):
            number = listener.fileno()
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
        hides = ("number",)
        queues = {"waiting": "read"}
        def main(): loop()
    """
    assert tiny_run.events(listing, run, "value") == ["start server", "yield server (<socket 1>, READ)"]
    told = str(tiny_run.record()["events"])
    assert "'number'" not in told
    assert "'address': \"('127.0.0.1', …)\"" in told
    assert "{'waiting': [[1]]}" in told


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
