"""What the tests stand on: a tiny book is built in this process, strictly, and leaves nothing behind."""
from __future__ import annotations

import gc
import os
import subprocess
import sys

import pytest
import sphinx.locale
from myst_parser.mdit_to_docutils import base
from myst_parser.parsers import sphinx_

from tests.support.peers.keyboard import interrupt
from tests.support.tiny.book import TinyBook
from whoruns.wording import _


def test_a_warning_of_python_fails_the_build(tiny_book: TinyBook) -> None:
    with (tiny_book.root / "conf.py").open("a") as file:
        file.write("\nimport warnings\nwarnings.warn('this will go', DeprecationWarning)\n")
    tiny_book.refused("this will go")


def test_a_build_leaves_nothing_behind(tiny_book: TinyBook) -> None:
    def state() -> list[object]:
        listings = [module for name, module in sys.modules.items() if name.startswith("ghetto_asyncio")]
        return [listings, sys.path[:], dict(os.environ), dict(sphinx.locale.translators), base.make_document,
                gc.isenabled(), vars(sphinx_)["create_md_parser"], _("ready")]

    before = state()
    assert tiny_book.build("pl").status == 0
    assert state() == before
    with (tiny_book.root / "conf.py").open("a") as file:
        file.write("\nfrom sphinx.errors import ConfigError\ndef setup(app): app.connect('builder-inited', stop)\n")
        file.write("def stop(app): raise ConfigError('no further')\n")
    tiny_book.refused("no further", language="pl")
    assert state() == before


def test_a_server_is_interrupted_when_it_sleeps() -> None:
    """And one that has ended, or that never sleeps, keeps nobody waiting for ever."""
    program = "import time\nwhile time.process_time() < 0.5: pass\nprint('at rest', flush=True)\ntime.sleep(60)"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with process:
        interrupt(process)
        assert process.communicate(timeout=30)[0] == b"at rest\n"
    interrupt(process, seconds=0)
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        with pytest.raises(TimeoutError, match="not come to rest"):
            interrupt(busy, seconds=0.2)
        busy.kill()
