from ghetto_asyncio.clocks.jump import jump, jumping
from ghetto_asyncio.runner import calls
from ghetto_asyncio.runner.task import Task
from ghetto_asyncio.workbench import whose_name

files = ("runner.task", "runner.calls", "workbench.whose_name")
loop = "loop"
clock = "selector.now"
names = {"request": "{name}", "main": "main", "Loop.attempt": "call", "Task.step": "step"}
steps = {"Loop.attempt": "", "Task.step": "self"}
inline = ("__init__", "handle", "call_soon", "call_at", "call_later", "wait_for", "set_name", "get_debug")
notes = {
    "attempt": lambda context, **_: f"the call’s user: {context.get(whose_name.user, 'nobody')}",
    "step": lambda self, **_: f"the task’s user: {self.context.get(whose_name.user, 'nobody')}",
}


class _Loop(jumping(calls.Loop)):
    new_task = Task


def main():
    jump(whose_name.main(), _Loop)
