from contextlib import closing

from ghetto_asyncio.monday.level import Level, Loop, cook

files = ("monday.level", "service.writing")
loop = "loop"
clock = "selector.now"
names = {"cook": "cook"}
steps = {"Level.on_room": ""}
inline = ("Loop.add_writer", "Loop.remove_writer", "Level.all_sent")


def main():
    with closing(Loop()) as loop:
        loop.run_until_complete(cook(Level(loop)))
