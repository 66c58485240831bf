"""What leaves marks that cannot be put back is heard; in another process, since an audit hook stays."""
from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
import gc, os, pathlib, shutil, sys
sys.path.insert(0, sys.argv[2])
from press.playground.walls import marks, watch
heard = []
watch(lambda: heard.append(1))
exec(sys.argv[1])
print(bool(heard))
"""


@pytest.mark.parametrize(("text", "heard"), [
    *((text, False) for text in QUIET), *((text, True) for text in MARKS),
])
def test_what_leaves_marks_is_heard(text: str, heard: bool, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(HEARS, "utf-8")
    done = subprocess.run(
        [sys.executable, program, text, ROOT], cwd=tmp_path, env={**os.environ, "PYTHONPATH": ""}, capture_output=True,
        text=True, check=True,
    )
    assert done.stdout.endswith(f"{heard}\n"), done.stdout
