"""What is sent into generators: the interpreter does not tell it, so it is read from the line that sends."""
from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from press.run.replay import Moment


def sent(moments: Sequence[Moment], sources: Sequence[str]) -> dict[int, str]:
    """Return, for the events with which a generator goes on, the value that the line of its caller sends in."""
    senders = [dict(sends(ast.parse(source))) for source in sources]
    found: dict[int, str] = {}
    variables: dict[int, Mapping[str, str]] = {}  # by number of a frame
    for number, moment in enumerate(moments):
        if moment.at:
            variables[moment.at[0][2]] = moment.variables
        if moment.event["ev"] != "resume" or len(moment.at) < 2:
            continue
        file, line, frame = moment.at[1]
        if line in senders[file]:
            name = senders[file][line]
            found[number] = variables.get(frame, {}).get(name, name)
        elif number - 1 in found:
            found[number] = found[number - 1]  # handed on by whoever delegates
    return found


def sends(tree: ast.AST) -> list[tuple[int, str]]:
    """Return (line, what is sent) of the lines that call ``send``; ``next`` and ``for`` send None."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            found.append((node.lineno, "None"))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "send":
            found.append((node.lineno, ast.unparse(node.args[0])))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "next":
            found.append((node.lineno, "None"))
    return found
