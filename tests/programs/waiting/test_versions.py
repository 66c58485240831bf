"""The conversation is one text: between two chapters its words change by those that are said here, and no others."""
from __future__ import annotations

import ast
import io
import tokenize
from difflib import SequenceMatcher

import pytest

from press.catalogue import PACKAGE, ROOT

Change = tuple[str, str]
"""Words that were taken away, and those that stand there now."""
WAITS, LOOP = ("", "yield from"), ("", "loop ,")
VERSIONS: dict[tuple[str, str], list[Change]] = {
    ("turns.talk.talk", "composition.talk.talk"): [("", "( yield from"), ("", ")"), WAITS],
    ("turns.talk.talk", "mainloop.serve.talk"): [("", "async"), ("", "await"), ("", "await")],
    ("composition.talk.talk", "tasks.talk.talk"): [
        ("", "async"), ("( yield from", "await"), (")", ""), ("yield from", "await"),
    ],
    ("mainloop.ops.Calls.sock_recv", "tasks.ops.Calls.sock_recv"): [
        ("", "async"), ("yield", "await self . sock_ready ("), ("", ")"),
    ],
    ("mainloop.ops.Calls.sock_sendall", "tasks.ops.Calls.sock_sendall"): [
        ("", "async"), ("yield", "await self . sock_ready ("), ("", ")"),
    ],
    ("readiness.ops.Calls.sock_accept", "mainloop.ops.Calls.sock_accept"): [
        ("", "while True :"), ("POLLIN", "EVENT_READ try :"), ("", "except BlockingIOError : continue"),
    ],
    ("mainloop.ops.Calls.sock_accept", "tasks.ops.Calls.sock_accept"): [
        ("", "async"), ("", "said = False"), ("yield", "await self . sock_ready ("), ("", ")"),
        (
            "",
            "except OSError as error : if error . errno not in PASSING : raise "
            'if not said : print ( "nobody can come in:" , error . strerror ) said = True await self . sleep ( 1 )',
        ),
    ],
    ("mainloop.serve.talk", "tasks.talk.talk"): [],
    ("descriptors.person.Person.ask", "readiness.serve.Person.ask"): [
        WAITS, ("", "yield from self . loop . sock_recv ("), (". recv (", ","),
    ],
    ("descriptors.person.Person.tell", "readiness.serve.Person.tell"): [
        ("self . sock . sendall (", "data ="), ("", "yield from self . loop . sock_sendall ( self . sock , data"),
    ],
    ("descriptors.serve.meet", "readiness.serve.meet"): [LOOP, WAITS, LOOP],
    ("descriptors.serve.serve", "readiness.serve.serve"): [
        LOOP, ("", "listener . setblocking ( False )"), ("", "yield from loop . sock_accept ("), (". accept (", ""),
        ("", "loop . create_task ("), LOOP, ("", ")"),
    ],
    ("readiness.serve.serve", "mainloop.serve.serve"): [
        ("", "async"), ("", "talks = { }"), ("", "try :"), ("yield from", "await"), ("loop . create_task (", "task ="),
        ("", "talks [ client ] = loop . create_task ( task"),
        (
            "",
            "for gone in [ sock for sock in talks if sock . fileno ( ) < 0 ] : del talks [ gone ] "
            'except ( OSError , ValueError ) as error : print ( "the door is shut:" , error ) '
            "except BaseException : for client in talks : client . close ( ) raise",
        ),
    ],
}
"""Two versions that follow upon each other, and all that is changed between them."""
AWAITED = ("Person.__init__", "Person.ask", "Person.tell", "meet")
"""What says `await` where it said `yield from`, and is the same otherwise."""
TALK = """\
def talk(person):
    number = 0
    while line := person.ask(f"{number}> "):
        person.tell(line)
        number += 1
"""
AWAITING = """\
async def talk(person):
    number = 0
    while line := await person.ask(f"{number}> "):
        await person.tell(line)
        number += 1
"""


def words(source: str) -> list[str]:
    """Return the words of a program in their order; its docstrings and its layout are left out."""
    found: list[str] = []
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            begins = True
        elif token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER):
            if not (begins and token.type == tokenize.STRING):
                found.append(token.string)
            begins = False
    return found


def definition(name: str) -> str:
    """Return the text of a function or method: "descriptors.person.Person.ask"."""
    package, module, *names = name.split(".")
    source = (ROOT / PACKAGE / package / f"{module}.py").read_text("utf-8")
    node: ast.AST = ast.parse(source)
    for part in names:
        node = next(child for child in ast.iter_child_nodes(node) if getattr(child, "name", "") == part)
    segment = ast.get_source_segment(source, node, padded=True)
    assert segment is not None
    return "\n".join(line[node.col_offset :] for line in segment.splitlines())  # type: ignore[attr-defined]


def changes(old: str, new: str) -> list[Change]:
    """Return which words of a text have become which; an empty text is nothing."""
    before, after = words(old), words(new)
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        (" ".join(before[i:j]), " ".join(after[k:m]))
        for tag, i, j, k, m in matcher.get_opcodes()
        if tag != "equal"
    ]


def generators(source: str) -> list[str]:
    """Return the words of coroutines as generators would have them: `yield from` for `await`, and no `async`."""
    instead = {"async": [], "await": ["yield", "from"]}
    return [part for word in words(source) for part in instead.get(word, [word])]


@pytest.mark.parametrize(("old", "new"), VERSIONS)
def test_between_two_versions_these_words_change_and_no_others(old: str, new: str) -> None:
    assert changes(definition(old), definition(new)) == VERSIONS[old, new]


@pytest.mark.parametrize("name", AWAITED)
def test_await_takes_the_place_of_yield_from(name: str) -> None:
    old, new = definition(f"readiness.serve.{name}"), definition(f"mainloop.serve.{name}")
    assert generators(new) == words(old)


def test_the_socket_is_kept_beside_the_loop() -> None:
    old, new = (definition(f"{listing}.Person.__init__") for listing in ("descriptors.person", "readiness.serve"))
    assert changes(old, new) == [LOOP, ("", "self . loop = loop")]


def test_docstrings_comments_and_layout_are_no_words() -> None:
    remarked = TALK.replace(":\n    number", ':\n    """Talk."""\n    # none yet\n\n    number')
    assert remarked != TALK
    assert changes(TALK, remarked) == []


def test_await_is_all_that_is_new() -> None:
    assert changes(TALK, AWAITING) == VERSIONS["turns.talk.talk", "mainloop.serve.talk"]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("+= 1", "+= 2", ("1", "2")),
        ("await person.tell", "person.tell", ("await", "")),
        ("number = 0", "number = 1", ("0", "1")),
        ("        number", "        print(line)\n        number", ("", "print ( line )")),
        ("tell(line)", "tell(line.upper())", ("", ". upper ( )")),
        ("while line", "if line", ("while", "if")),
    ],
)
def test_a_version_that_says_something_else_is_found(old: str, new: str, found: Change) -> None:
    broken = AWAITING.replace(old, new)
    assert broken != AWAITING
    assert changes(AWAITING, broken) == [found]
    assert changes(TALK, broken) != VERSIONS["turns.talk.talk", "mainloop.serve.talk"]
    assert generators(broken) != words(TALK)


@pytest.mark.parametrize(("one", "other"), [
    ("mainloop/ours", "mainloop/asyncio"), ("mainloop/ours", "tasks/serve"), ("mainloop/ours", "kernel/serve"),
    ("readiness/serve", "callbacks/server"),
])
def test_the_terminals_are_the_same(one: str, other: str) -> None:
    """The pages say so: line by line, but for the program that is started."""
    first, second = ((ROOT / f"listings/{name}.talk").read_text("utf-8").splitlines() for name in (one, other))
    assert first[1:] == second[1:]
