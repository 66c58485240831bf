from contextlib import closing

from ghetto_asyncio.descriptors.listen import listen
from ghetto_asyncio.tasks.sockets import Loop
from ghetto_asyncio.tasks.task import Task
from ghetto_asyncio.tasks.value import hear

files = ("tasks.value", "tasks.ops", "tasks.sockets", "tasks.task", "futures.future", "tasks.loop")
loop = "loop"
levels = True
queues = {"ready": "ready"}
inline = ("done", "result", "settle", "__init__", "close")
steps = {
    "Task.step": "self", "Task.wait_for": "self", "Task.wake_up": "self",
    "Future.add_done_callback": "self", "Future.set_result": "self", "Future.__await__": "self",
}
names = {"Task.step": "task", "Future.__await__": "future"}
notes = {
    "step": lambda **_: "step()", "wake_up": lambda **_: "wake_up()",
    "add_done_callback": lambda callback, **_: f"callback: {callback.__name__}",
    "set_result": lambda **_: "set_result()",
}


def ann(peer):
    peer.connect()
    yield 1
    peer.send(b"hello\n")
    yield 1
    peer.close()


peers = {"Ann": ann}


def main():
    with listen(0) as listener, closing(Loop()) as loop:
        client, _address = listener.accept()
        client.setblocking(False)
        loop.new_task = Task
        with client:
            loop.create_task(hear(loop, client, print))
            loop.run_until_idle()
