"""A moment of a program, and who holds each task of its loop then: ``listings/tasks/four_tasks.moment.py``.

It has ``files``, the listings that a reader knows, ``boxes``, the classes of theirs whose objects are drawn, and a
generator function ``main()``. It yields the loop at the moment in question, and cleans up when it is closed.
"""
from __future__ import annotations

import gc
import weakref
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from press.catalogue import ROOT, Listing, digest
from press.figures.holders import Holders, Strange, kind
from whoruns.recorder.run_file import RunError, execute, raised_at
from whoruns.recorder.sandbox import deadline, fresh_listings
from whoruns.recorder.world import TooLong


def look(name: str, root: Path = ROOT) -> dict[str, Any]:
    """Bring about a moment, and return who holds whom; raise RunError if that cannot be done."""
    path = Listing(name, root).moment
    shown = path.relative_to(root)
    with fresh_listings(root), no_collector():
        said = execute(path, shown)
        boxes = said.get("boxes")
        if not isinstance(boxes, tuple):
            raise RunError(f"{shown}: needs 'boxes', a tuple of the classes whose objects are drawn")
        files = [Listing(listing, root).module for listing in said["files"]]
        missing = [listing for listing, file in zip(said["files"], files) if not file.is_file()]
        if missing:
            raise RunError(f"{shown}: there is no listing {missing[0]!r}, which 'files' names")
        text = "".join(file.read_text("utf-8") for file in files)
        for box in boxes:
            if f"class {box}" not in text:
                raise RunError(f"{shown}: 'boxes' names {box!r}, which is no class in {', '.join(said['files'])}")
        try:
            with deadline(), closing(said["main"]()) as moment:
                found = held(moment, boxes, path.read_text("utf-8").splitlines())
        except Strange as error:
            raise RunError(f"{shown}: {error}; let main() forget it") from error
        except (Exception, TooLong) as error:
            where = raised_at(error, (str(path), *map(str, files)))
            raise RunError(f"{shown}: {type(error).__name__}: {error}, {where}") from error
    known = [{"name": listing, "digest": digest(file)} for listing, file in zip(said["files"], files)]
    return {"moment": name, "files": known, "declared": digest(path)} | found


@contextmanager
def no_collector() -> Iterator[None]:
    """Have the collector come when it is called, and only then: it would end what is to be seen."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def held(moment: Generator[Any], boxes: tuple[str, ...], code: list[str]) -> dict[str, Any]:
    """Look who holds whom; then call the collector, and look which tasks are left."""
    found, tasks = links(next(moment), boxes, code)
    gc.collect()
    for entry, task in zip(found["tasks"], tasks):
        entry["left"] = task() is not None
        if entry["left"] != reaches(entry["thing"], found["links"]):
            raise Strange(f"{entry['name']} is held by somebody whom the collector does not know")
    return found


def reaches(thing: int, links: list[Any], beneath: tuple[int, ...] = ()) -> bool:
    """Say whether a thing is held by the loop, or by what the loop holds."""
    above = [holder for holder, held, _way in links if held == thing and holder not in beneath]
    return thing == 0 or any(reaches(holder, links, (*beneath, thing)) for holder in above)


def links(loop: Any, boxes: tuple[str, ...], code: list[str]) -> tuple[dict[str, Any], list[weakref.ref[Any]]]:
    """Return the tasks, the things that hold them and the links between, and the tasks themselves, held by nobody."""
    tasks = sorted(loop.tasks, key=lambda task: task.coro.cr_code.co_firstlineno)
    holders = Holders(loop, tasks, boxes)
    things = [id(loop)]
    queue = [id(task) for task in tasks]
    while queue:
        thing = queue.pop(0)
        if thing not in things:
            things.append(thing)
            queue += [] if thing == id(loop) else holders.ways(thing)
    return {
        "things": [kind(holders.found.get(thing, loop)) for thing in things],
        "tasks": [
            {"name": kind(task.coro), "thing": things.index(id(task)), "at": code[line - 1].strip()}
            for task, line in ((task, task.coro.cr_frame.f_lineno) for task in tasks)
        ],
        "links": [
            [things.index(holder), number, list(way)]
            for number, thing in enumerate(things) if number
            for holder, way in holders.ways(thing).items()
        ],
    }, [weakref.ref(task) for task in tasks]
