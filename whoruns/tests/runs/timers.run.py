"""Calls to come, one of which is taken back."""
from small.timers import Loop, forget, tea, toast

files = ("timers",)
queues = {"ready": "ready", "heap": "sleep"}
steps = {"tea": "", "toast": "", "forget": ""}


def main():
    loop = Loop()
    loop.call_later(3, tea, loop, "Ann")
    late = loop.call_later(8, toast, "Bob")
    loop.call_later(1, forget, late)
    loop.run()
