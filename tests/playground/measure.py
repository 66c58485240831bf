"""Says how long Python in a page takes: to come, to run programs with many tasks, to begin anew.

usage: python -m tests.playground.measure

`make html LANG=en RUN=1` has to have been called. Seconds are those of a clock: other programs count, too.
"""
from __future__ import annotations

import time
from urllib.parse import urlsplit

from conf import book_url
from tests.support.site.browser import Windows, chromium, serve
from tests.support.site.in_page import asking
from tests.support.site.pages import HTML

TASKS = """
import asyncio

async def each(n):
    for _ in range(5):
        await asyncio.sleep(1)

async def main():
    await asyncio.gather(*(each(n) for n in range({number})))

asyncio.run(main())
"""
MARKS = "open('mark', 'w').close()"


def main() -> None:
    """Print how long each takes."""
    with serve(HTML, urlsplit(book_url).path) as address, chromium() as browser:
        window = Windows(browser, address).take(alone=True)
        window.open("en/index.html")
        ask = asking(window)
        programs = {f"{number} tasks of five steps": TASKS.format(number=number) for number in (10, 50, 200, 1000)}
        programs |= {"a program that writes a file": MARKS, "the next one, in another worker": "print(1)"}
        for what, source in {"the first program": "print(1)", **programs}.items():
            begun = time.perf_counter()
            answer = ask("program", source=source, seconds=120)
            print(f"{what:33} {time.perf_counter() - begun:6.2f} s {answer.get('trouble', '')}", flush=True)


if __name__ == "__main__":
    main()
