"""A method that calls an older one by super(), and the older one in its place, as if typed into a changed file.

Arguments and results are texts of methods at the left margin. The older one takes the place of the call
where that is the same program: no names collide, and it returns the value that the call would give.
"""
from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from typing import TypeGuard, cast

from press.text import WIDTH

Method = ast.FunctionDef | ast.AsyncFunctionDef
METHOD = (ast.FunctionDef, ast.AsyncFunctionDef)
INNER = (*METHOD, ast.Lambda, ast.ClassDef)


def parsed(text: str) -> Method:
    """Return the tree of a method; the last one, of several of one name."""
    return cast(Method, ast.parse(text).body[-1])


def called(text: str) -> set[str]:
    """Return the names of the older methods that are named by super()."""
    return {node.attr for node in ast.walk(ast.parse(text)) if _of_super(node)} if "super()" in text else set()


def renamed(text: str, name: str) -> str:
    """Return a method under another name."""
    return re.sub(r"def \w+", f"def {name}", text, count=1)


def asking(text: str, name: str, helper: str) -> str:
    """Return a method that calls the older one, `name`, by another name."""
    return re.sub(rf"\bsuper\(\)\.{name}\b", f"self.{helper}", text)


def inlined(text: str, older: str) -> str | None:
    """Return a method with the older one, of the same name, in the place of its call; None if that is not the same."""
    method, old = parsed(text), parsed(older)
    named = [node for node in ast.walk(method) if _of_super(node) and node.attr == old.name]
    calls = [node for node in ast.walk(method) if isinstance(node, ast.Call) and node.func in named]
    if len(named) != 1 or len(calls) != 1:
        return None
    call = calls[0]
    if value := _one_value(old):
        alone = any(_own(each) is call for each in ast.walk(method) if isinstance(each, ast.stmt))
        return _with_value(text, call, older, value, alone) if _bound(call, old) == [] else None
    statement = next((each for each in ast.walk(method) if isinstance(each, ast.stmt) and _own(each) is call), None)
    bound = _bound(call, old)
    if statement is None or bound is None:
        return None
    lines = _body(older, forget=_forgets(method, after=statement))
    tree = ast.parse("\n".join(lines))
    told = _returns(tree)
    last = tree.body[-1]
    if isinstance(statement, ast.Expr) and told:
        return None
    if isinstance(statement, ast.Return) and not (_ends(tree.body) or (method.body[-1] is statement and not told)):
        return None
    if isinstance(statement, ast.Assign):
        if told != [last] or not isinstance(last, ast.Return) or last.value is None:
            return None
        at = last.lineno - 1
        lines[at] = ast.unparse(statement.targets[0]) + lines[at].replace("return", " =", 1)
    lines = [*bound, *lines]
    kept = {ast.unparse(target) for target in getattr(statement, "targets", ())}
    stored = _stored("\n".join(lines))
    if (stored - kept) & _read_after(method, statement) or "self" in stored:
        return None
    below = method.body[method.body.index(statement) + 1 :] if statement in method.body else []
    again = {ast.unparse(each) for each in below if isinstance(each, ast.Assign)}
    lines = [line for line in lines if line not in again]
    indented = textwrap.indent("\n".join(lines), " " * statement.col_offset).splitlines()
    whole = text.splitlines()
    whole[statement.lineno - 1 : statement.end_lineno] = [part for line in indented for part in _fitting(line)]
    return "\n".join(whole)


def _fitting(line: str) -> list[str]:
    """Break a line that is too wide, in a class, before its "else" or in its brackets; put its comment above it."""
    if len(line) + 4 <= WIDTH:
        return [line]
    code, _, comment = line.partition("  # ")
    if comment:
        return [re.sub(r"\S.*", lambda _: f"# {comment}", code), *_fitting(code)]
    if found := re.match(r"( *(?:.+? = |return ))([^=]*)( else .*)", line):
        return [f"{found[1]}({found[2]}", " " * len(found[1]) + f"{found[3]})"]
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    head, bracket, inside = line.partition("(")
    return [head + bracket, indent + inside] if bracket and line.endswith(")") else [line]


def _of_super(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and ast.unparse(node.value) == "super()"


def _own(statement: ast.stmt) -> ast.expr | None:
    """Return the expression of a statement, if it is a call alone, or keeps or returns its value."""
    return statement.value if isinstance(statement, ast.Expr | ast.Return | ast.Assign) else None


def _one_value(old: Method) -> ast.expr | None:
    """Return the expression that is all of a method."""
    body = old.body[1:] if ast.get_docstring(old) is not None else old.body
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def _with_value(text: str, call: ast.Call, older: str, value: ast.expr, alone: bool) -> str | None:
    """Put an expression in the place of a call on one line; in brackets, unless it is the whole value or one word."""
    words = ast.get_source_segment(older, value)
    if words and not (alone or isinstance(value, ast.Call | ast.Name | ast.Attribute | ast.Constant)):
        words = f"({words})"
    if words is None or "\n" in words or call.lineno != call.end_lineno:
        return None
    lines = text.splitlines()
    line = lines[call.lineno - 1].encode()
    whole = line[: call.col_offset] + words.encode() + line[call.end_col_offset :]
    lines[call.lineno - 1 : call.lineno] = _fitting(whole.decode())
    return "\n".join(lines)


def _bound(call: ast.Call, old: Method) -> list[str] | None:
    """Return the lines that give the older method its arguments: none where they are called the same."""
    every = old.args
    names = [arg.arg for arg in every.args[1:]]
    wanted = [*names, *([f"*{every.vararg.arg}"] if every.vararg else [])]
    given = [ast.unparse(arg) for arg in call.args]
    if call.keywords or every.kwonlyargs or every.kwarg or any(arg.startswith("*") for arg in given[: len(names)]):
        same = given == wanted and [key.arg for key in call.keywords] == [arg.arg for arg in every.kwonlyargs]
        return [] if same and all(key.arg == ast.unparse(key.value) for key in call.keywords) else None
    left = every.defaults[len(every.defaults) - (len(names) - len(given)) :] if len(given) < len(names) else []
    given += [ast.unparse(default) for default in left]
    starred = [arg for arg in given if arg.startswith("*")]
    if len(given) != len(wanted) or starred != [name for name in wanted if name.startswith("*")]:
        return None
    return [f"{name} = {arg}" for name, arg in zip(wanted, given) if name != arg]


def _body(older: str, forget: bool) -> list[str]:
    """Return the lines of a method below its docstring, at the left margin; if `forget`, without its forgetting."""
    old = parsed(older)
    first = old.body[1] if ast.get_docstring(old) is not None else old.body[0]
    lines = older.splitlines()
    above = old.body[0].end_lineno if first is not old.body[0] else old.body[0].lineno - 1
    last = old.body[-1]
    if forget and isinstance(last, ast.Try) and last.finalbody and all(map(_forgetting, last.finalbody)):
        end = last.finalbody[0].lineno - 2
        whole = bool(last.handlers)
        start = last.lineno - 1
        inside = lines[start:end] if whole else textwrap.dedent("\n".join(lines[start + 1 : end])).splitlines()
        indent = "" if whole else " " * last.col_offset
        lines = [*lines[:start], *(indent + line for line in inside)]
    return textwrap.dedent("\n".join(lines[above:])).splitlines()


def _forgetting(node: ast.stmt) -> bool:
    """Does a statement let go of names, as in ``self = error = None``?"""
    return isinstance(node, ast.Assign) and ast.unparse(node.value) == "None" and all(
        isinstance(target, ast.Name) for target in node.targets
    )


def _forgets(method: Method, after: ast.stmt) -> bool:
    """Does a method let go of its own names in a finally around the call, or below it?"""
    return any(
        isinstance(node, ast.Try) and any(map(_forgetting, node.finalbody))
        and node.lineno <= after.lineno < node.finalbody[0].lineno
        for node in ast.walk(method)
    )


def _returns(tree: ast.AST) -> list[ast.stmt]:
    """Return the statements that return from the method itself."""
    return [node for node in _walk(tree) if isinstance(node, ast.Return)]


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a method itself, without those of a function in it."""
    yield tree
    for child in ast.iter_child_nodes(tree):
        if not isinstance(child, INNER):
            yield from _walk(child)


def _ends(body: list[ast.stmt]) -> bool:
    """Do these statements leave the method on every path?"""
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _ends(last.body) and _ends(last.orelse)
    if isinstance(last, ast.Try):
        return _ends(last.orelse or last.body) and all(_ends(handler.body) for handler in last.handlers)
    return isinstance(last, ast.Return | ast.Raise)


def _stored(text: str) -> set[str]:
    """Return the names that are given a value."""
    found = set()
    for node in _walk(ast.parse(text)):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def _read_after(method: Method, statement: ast.stmt) -> set[str]:
    """Return the names that a method reads below a statement, but for errors where they are caught."""
    caught = [node for node in ast.walk(method) if isinstance(node, ast.ExceptHandler)]
    found = set()
    for node in ast.walk(method):
        below = isinstance(node, ast.expr) and node.lineno > (statement.end_lineno or 0)
        if below and isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and not any(
            node.id == each.name and node in ast.walk(each) for each in caught
        ):
            found.add(node.id)
    return found
