"""Calls with a handle in a recording: taken back, they are the ones that they were."""
from __future__ import annotations

from whoruns.tests.tiny import TinyRun

LISTING = """
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
RUN = """
    queues = {"heap": "sleep"}
    steps = {"on_silence": "self", "on_data": "self"}
    names = {"on_silence": "Ann", "on_data": "Ann"}
    def main(): go()
"""


def test_who_is_taken_back_keeps_the_name(tiny_run: TinyRun) -> None:
    tiny_run.write(LISTING, RUN)
    told = str(tiny_run.record()["events"])
    assert "(1, '30 Ann.on_silence')" in told
    assert "(1, '30 Ann.on_silence', 'cancelled')" in told
