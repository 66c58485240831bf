"""What Sybil says of sessions, pages, docstrings and exercises that are spoilt."""
from __future__ import annotations

import re
from itertools import groupby, permutations
from pathlib import Path
from unittest import SkipTest

import pytest
from sybil.example import Example, SybilFailure

from press.catalogue import PACKAGE
from tests.support.sessions import documents
from tests.support.tiny.documents import judged, write

EXERCISES = f"{PACKAGE}/part/exercises"
SESSION = ">>> from ghetto_asyncio.part.solutions.{} import one\n>>> one()\n1\n"
SOLVED = "def one():\n    return 1\n"
ANSWERED = "It does not end in NotImplementedError. An answer is yours alone: git restore ghetto_asyncio/*/exercises"

DOCUMENTS: dict[str, tuple[str, dict[int, str]]] = {
    "listings/exception.pycon": (
        """\
>>> import socket
>>> listener = socket.create_server(("127.0.0.1", 0))
>>> for x in 1, 0:
...     1 / x
...
1.0
>>> listener.close()
>>> x
0
""",
        {
            1: "",
            2: "",
            3: "Typed:\n    for x in 1, 0:\n        1 / x\nException raised:\n…ZeroDivisionError: division by zero",
            7: "skipped",
            8: "skipped",
        },
    ),
    "page.md": (
        """\
# Two namespaces

```pycon
>>> a = 1
```

````{solution}
```pycon
>>> a
1
```
````

```console
$ python -c "print(1)"
2
```
""",
        {
            4: "",
            9: "Typed:\n    a\nException raised:\n…NameError: name 'a' is not defined",
            14: 'python -c "print(1)" printed\n1\nand not\n2',
        },
    ),
    f"{PACKAGE}/part/documented.py": (
        '''\
"""One.

>>> one()
2
"""

def one():
    """Give it.

    >>> one()
    1
    """
    return 1
''',
        {3: "Typed:\n    one()\nExpected:\n    2\nGot:\n    1", 10: ""},
    ),
    f"{EXERCISES}/begun.py": ("def one():\n    raise NotImplementedError\n", {1: ""}),
    f"{EXERCISES}/solved.py": (
        "import sys\n\ndef one():\n    print('no NotImplementedError', file=sys.stderr)\n    return 1\n", {1: ANSWERED}
    ),
    f"{EXERCISES}/missed.py": (
        "def one():\n    return 2\n", {1: f"{ANSWERED}\nTyped:\n    one()\nExpected:\n    1\nGot:\n    2"}
    ),
    **{
        f"listings/part/solutions/{name}.pycon": (SESSION.format(name), {1: "", 2: ""})
        for name in ("begun", "solved", "missed")
    },
}
"""{file: (what is in it, {line of an example: what is said of it, … is anything})}; nothing is said of a good one."""


NEEDED = {
    **{f"{PACKAGE}/{folder}__init__.py": "" for folder in ("", "part/", "part/exercises/", "part/solutions/")},
    **{f"{PACKAGE}/part/solutions/{name}.py": SOLVED for name in ("begun", "solved", "missed")},
}


def matches(said: str, shown: str) -> bool:
    """Tell whether a text is the one that is shown."""
    return re.fullmatch(".*".join(map(re.escape, shown.split("…"))), said, re.DOTALL) is not None


FAILURE = r"^Example at (\S+), line (\d+), column \d+ did not evaluate as expected:\n(.*?)\n+\S+:\2: SybilFailure$"


def test_pytest_names_file_and_line_and_what_is_wrong(tmp_path: Path) -> None:
    """Documents come in random order, their examples side by side and in theirs."""
    write(tmp_path, {**NEEDED, **{name: text for name, (text, _) in DOCUMENTS.items()}})
    status, output = judged(tmp_path)
    assert status == 1
    ran = re.findall(r"^(\S+)::line:(\d+),column:\d+ ([A-Z]+)", output, re.MULTILINE)
    side_by_side = [(path, [int(line) for _, line, _ in of_one]) for path, of_one in groupby(ran, lambda one: one[0])]
    assert sorted(side_by_side) == sorted((path, list(said)) for path, (_, said) in DOCUMENTS.items())
    failures = {
        (str(Path(path).relative_to(tmp_path)), line): said
        for path, line, said in re.findall(FAILURE, output, re.MULTILINE | re.DOTALL)
    }
    for path, line, outcome in ran:
        said = {"PASSED": "", "SKIPPED": "skipped"}.get(outcome) or failures.get((path, line), "")
        assert matches(said, DOCUMENTS[path][1][int(line)]), f"{path}:{line}: {said}"


def outcome(example: Example) -> str:
    """Evaluate an example, and say how it went."""
    try:
        example.evaluate()
    except SybilFailure:
        return "failed"
    except SkipTest:
        return "skipped"
    return "passed"


SHARED = {
    "all is well": (">>> x = [1]\n>>> x.append(2)\n>>> x\n[1, 2]\n", ["passed", "passed", "passed"]),
    "a wrong output": (">>> x = [1]\n>>> x.append(2)\n0\n>>> x\n[1, 2]\n", ["passed", "failed", "passed"]),
    "an exception": (">>> x = [1]\n>>> x.add(2)\n>>> x\n[1]\n", ["passed", "failed", "skipped"]),
    "a leak": (">>> import socket\n>>> end, other = socket.socketpair()\n>>> 1\n1\n", ["passed", "passed", "failed"]),
}


@pytest.mark.parametrize(("text", "outcomes"), SHARED.values(), ids=SHARED)
def test_an_example_can_be_chosen_alone(text: str, outcomes: list[str], tmp_path: Path) -> None:
    """Those above it run first, whichever is the first that is asked for."""
    write(tmp_path, {"listings/session.pycon": text})
    for order in permutations(range(3)):
        examples = list(documents(tmp_path)[0].parse(tmp_path / "listings/session.pycon"))
        assert {index: outcome(examples[index]) for index in order} == dict(enumerate(outcomes))
