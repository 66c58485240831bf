"""What leaves marks that cannot be put back is heard; in another process, since an audit hook stays."""
from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from press.catalogue import ROOT

QUIET = (
    "import statistics", "open(__file__).read()", "os.listdir('.')", "list(os.scandir('.'))", "os.stat('.')",
    "gc.get_referents(1)", "os.close(os.open(__file__, os.O_RDONLY))", "compile('1', 'x', 'eval')",
)
MARKS = (
    "open('x', 'w').close()", "open('x', 'a').close()", "open('x', 'x').close()", "os.close(os.open('x', os.O_CREAT))",
    "os.mkdir('y')", "os.symlink('x', 'y')", "pathlib.Path('x').touch()", "shutil.copy(__file__, 'x')",
    "os.truncate(__file__, 9999)", "os.utime(__file__)", "os.rename(__file__, 'y')", "os.remove(__file__)",
    "os.chmod(__file__, 0o700)", "gc.get_objects()",
    "gc.get_referrers(1)", "sys.addaudithook(print)", "marks.__code__.replace(co_name='x')",
)
HEARS = """
import gc, json, os, pathlib, shutil, sys, tempfile
sys.path.insert(0, sys.argv[1])
from press.playground.walls import marks, watch
for text in json.loads(sys.argv[2]):
    if not os.fork():
        heard = []
        os.chdir(tempfile.mkdtemp(dir="."))
        shutil.copy(__file__, ".")
        __file__ = os.path.abspath(os.path.basename(__file__))
        watch(lambda: heard.append(1))
        exec(text)
        os._exit(bool(heard))
    print(os.waitstatus_to_exitcode(os.wait()[1]))
"""


def test_what_leaves_marks_is_heard(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEARS, "utf-8")
    command = [sys.executable, "-u", str(program), str(ROOT), json.dumps(texts := [*QUIET, *MARKS])]
    environment = {**os.environ, "PYTHONPATH": ""}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    heard = [line == "1" for line in done.stdout.split()]
    assert len(heard) == len(texts), done.stderr
    wrong = [text for text, each in zip(texts, heard) if each != (text in MARKS)]
    assert not wrong, (wrong, done.stdout, done.stderr)
