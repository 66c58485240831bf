"""Solution: a task factory makes guests of all asyncio's tasks."""
from ghetto_asyncio.tasks.guest import Task


def roll_call(loop):
    """Have `loop` make guests of its tasks; return a function of names."""
    tasks = []

    def new_task(loop, coro, **options):
        """Make a guest, and remember it."""
        task = Task(coro, loop=loop, **options)
        tasks.append(task)
        return task

    def names():
        """Return the names of the tasks that are not done."""
        tasks[:] = [task for task in tasks if not task.done()]
        return [task.get_name() for task in tasks]

    loop.set_task_factory(new_task)
    return names
