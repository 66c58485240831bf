from ghetto_asyncio.clocks.jump import jump, jumping
from ghetto_asyncio.runner import calls
from ghetto_asyncio.runner.task import Task
from ghetto_asyncio.workbench import whose_name

files = ("runner.task", "runner.calls", "workbench.whose_name")
loop = "loop"
clock = "selector.now"
names = {"request": "{name}", "main": "main"}
inline = ("__init__", "handle", "call_soon", "call_at", "call_later", "wait_for", "set_name", "get_debug")
notes = {name: lambda **_: f"user: {whose_name.user.get()}" for name in ("main", "request")}


class _Loop(jumping(calls.Loop)):
    new_task = Task


def main():
    jump(whose_name.main(), _Loop)
