"""One file of several listings: classes that grew from listing to listing are whole, and nothing is imported of us.

A class takes the place of those that it grew from, which are called the same; others that it stands on stay as they
are, above it. The meaning of a name is that of its listing, and two meanings of one name are refused.
"""
from __future__ import annotations

import ast
import functools
import importlib
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from press.catalogue import PACKAGE, BookError
from press.follow.growing import METHOD, asking, called, inlined, renamed
from press.listing.flat import Module
from press.text import WIDTH

Place = tuple[str, str]
"""A listing, and a name that it defines."""


@dataclass
class Piece:
    """Some lines of the file, and their needs."""

    text: str
    needs: list[Place] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    from_class: type | None = None
    """The class that defines this method last."""

    def and_needs(self, other: Piece) -> Piece:
        """Return it with the needs of another one."""
        self.needs += other.needs
        self.imports += other.imports
        return self


class OneFile:
    """The parts ("clocks.cancelled.Loop") and all that they need, in one file below `docstring`.

    `main`: the listing whose last lines start the file; `read`: listings that another file has read.
    Raises BookError if they cannot be one file, and names two of the same name.
    """

    def __init__(
        self, parts: Iterable[str], root: Path, docstring: str = "", main: str = "",
        read: dict[str, Module] | None = None,
    ) -> None:
        self.root, self.docstring = root, docstring
        self.read: dict[str, Module] = {} if read is None else read
        self.grown: dict[Place, Place] = {}
        """Old place of a class: its present one."""
        self.pieces: dict[str, str] = {}
        """Name in the file, in its order: its text."""
        self.needs: dict[str, list[Place]] = {}
        """Name in the file: its needs."""
        self.origins: dict[str, Place] = {}
        """Name in the file: its origin."""
        self.imports: dict[str, str] = {}
        """Imported name: the statement."""
        self.order: dict[str, int] = {}
        """Name in the file: its place among the others, if that is not the order of their needs."""
        roots = [(listing, name) for listing, _, name in (part.rpartition(".") for part in parts)]
        for place in roots:
            self.grow(place)
        for place in roots:
            self.take(place)
        if main:
            self.pieces[""] = self.start(main)

    @property
    def text(self) -> str:
        """The file."""
        above = [self.docstring, "\n".join(written(self.imports.values()))]
        text = "\n".join(filter(None, above))
        values = [name for name, place in self.origins.items() if self.is_value(place)]
        early = [name for name in values if not self.needs[name]]
        for name in sorted(self.pieces, key=lambda name: (name not in early, self.order.get(name, len(self.order)))):
            text += ("\n" if name in early else "\n\n") + "\n" + self.pieces[name]
        return text + "\n"

    @property
    def places(self) -> dict[Place, str]:
        """The places of listings in the file, and their names there."""
        names = {place: name for name, place in self.origins.items()}
        return names | {old: names[new] for old, new in self.grown.items() if new in names}

    def module(self, listing: str) -> Module:
        """Return a listing; raise BookError if there is none."""
        if listing not in self.read:
            self.read[listing] = Module.read(listing, self.root)
        return self.read[listing]

    def real(self, place: Place) -> type:
        """Return the class itself."""
        listing, name = place
        return getattr(importlib.import_module(f"{PACKAGE}.{listing}"), name)  # type: ignore[no-any-return]

    def is_class(self, place: Place) -> bool:
        """Is it a class of a listing?"""
        return isinstance(self.module(place[0]).here.get(place[1]), ast.ClassDef)

    def is_value(self, place: Place) -> bool:
        """Is it neither a class nor a function?"""
        return isinstance(self.module(place[0]).here.get(place[1]), ast.Assign)

    def line_of(self, place: Place) -> list[type]:
        """Return the classes that are one in the file: this one, and those of its name from which it grew."""
        name = place[1]
        return [
            each for each in self.real(place).__mro__
            if each.__module__.startswith(f"{PACKAGE}.") and each.__name__ == name
        ]

    def grow(self, place: Place) -> None:
        """Take note of the places that a class has grown from, unless they are known."""
        if place[1] not in self.module(place[0]).here:
            raise BookError(f"{place[0]} has no {place[1]}")
        if place not in self.grown and self.is_class(place):
            for each in self.line_of(place)[1:]:
                self.grown.setdefault(of(each), place)

    def become(self, place: Place) -> Place:
        """Return the present place for an old one."""
        return self.grown.get(place, place)

    def take(self, place: Place) -> None:
        """Take a definition into the file, and before it its needs, unless it is there."""
        place = self.become(place)
        name = place[1]
        if name in self.origins:
            if self.origins[name] != place:
                both = [".".join(each) for each in (self.origins[name], place)]
                raise BookError(f"{both[0]} and {both[1]} are both called {name} in the file")
            return
        self.origins[name] = place
        self.grow(place)
        piece = self.whole_class(place) if self.is_class(place) else self.as_it_is(place)
        self.use(piece)
        self.pieces[name], self.needs[name] = piece.text, piece.needs

    def use(self, piece: Piece) -> None:
        """Take in the needs of a piece."""
        for statement in piece.imports:
            bound = ast.parse(statement).body[0].names[0]  # type: ignore[attr-defined]
            name = bound.asname or bound.name
            if self.imports.setdefault(name, statement) != statement:
                raise BookError(f"{name} is imported twice: {self.imports[name]!r}, {statement!r}")
        for need in piece.needs:
            self.take(need)

    def start(self, listing: str) -> str:
        """Return the last lines of a listing, which start it as a program; raise BookError if there are none."""
        module = self.module(listing)
        last = ast.parse("\n".join(module.text)).body[-1]
        if not isinstance(last, ast.If):
            raise BookError(f"{listing} is not started by its last lines")
        piece = self.piece(module, [last])
        self.use(piece)
        return piece.text

    def as_it_is(self, place: Place) -> Piece:
        """Return a function or a value."""
        module = self.module(place[0])
        return self.piece(module, [module.here[place[1]]])

    def whole_class(self, place: Place) -> Piece:
        """Return a class, with all that has been in it since it began."""
        line = self.line_of(place)
        members: dict[str, Piece] = {}
        for each in reversed(line):
            self.add_members(each, line, members)
        bases = Piece(", ".join(self.bases(line)))
        for each in line:
            node, module = self.definition(each)
            for base in node.bases:
                found = self.meaning(module, base)
                if isinstance(found, tuple) and self.real(found) not in line:
                    bases.needs.append(found)
                elif isinstance(found, str):
                    bases.imports.append(found)
        self.check(line, members)
        node, _module = self.definition(line[0])
        head = f"class {place[1]}{f'({bases.text})' if bases.text else ''}:"
        told = ast.get_docstring(node, clean=False)
        values = [piece.text for piece in members.values() if piece.from_class is None]
        methods = [members[name].text for name in sorted(
            (name for name, piece in members.items() if piece.from_class is not None),
            key=lambda name: name != "__init__",
        )]
        parts = [f'"""{told}"""'] if told else []
        body = "\n\n".join([*parts, *filter(None, ["\n".join(values)]), *methods])
        whole = Piece(head + "\n" + textwrap.indent(body, "    ") if body else head + "\n    pass")
        for piece in (bases, *members.values()):
            whole.and_needs(piece)
        return whole

    def definition(self, each: type) -> tuple[ast.ClassDef, Module]:
        """Return the statement that makes a class, and its listing."""
        listing, name = of(each)
        module = self.module(listing)
        node = module.here[name]
        assert isinstance(node, ast.ClassDef)
        return node, module

    def bases(self, line: list[type]) -> list[str]:
        """Return the bases of a class in the file, in the order in which Python looks there for a method."""
        found: dict[str, int] = {}
        for each in line:
            node, module = self.definition(each)
            for base, real in zip(node.bases, each.__bases__):
                place = self.meaning(module, base)
                if real not in line:
                    name = self.become(place)[1] if isinstance(place, tuple) else ast.unparse(base)
                    found.setdefault(name, line[0].__mro__.index(real))
        return sorted(found, key=lambda name: found[name])

    def add_members(self, each: type, line: list[type], members: dict[str, Piece]) -> None:
        """Add the members of one class to the earlier ones; a member that it calls by super() stays."""
        node, module = self.definition(each)
        groups: dict[str, list[ast.stmt]] = {}
        for member in node.body:
            if isinstance(member, METHOD):
                groups.setdefault(member.name, []).append(member)
            elif isinstance(member, ast.Assign):
                groups.setdefault(ast.unparse(member.targets[0]), []).append(member)
            elif not (isinstance(member, ast.Expr) and isinstance(member.value, ast.Constant)):
                raise BookError(f"{module.listing.name}: {node.name} has a statement that belongs to no method")
        before = dict(members)
        for name, group in groups.items():
            method = isinstance(group[0], METHOD)
            piece = self.piece(module, group, line)
            piece.from_class = each if method or set(groups) & names_in(group[0]) else None
            for asked in called(piece.text) if method else ():
                if asked not in before:
                    continue
                old = before[asked]
                piece.and_needs(old)
                if asked == name and (text := inlined(piece.text, old.text)) is not None:
                    piece.text = text
                    continue
                helper = self.free(f"_{asked}", old, members)
                members[helper] = Piece(renamed(old.text, helper), [*old.needs], [*old.imports], old.from_class)
                piece.text = asking(piece.text, asked, helper)
            members[name] = piece

    def free(self, helper: str, old: Piece, members: dict[str, Piece]) -> str:
        """Return a name for an older method that is still called."""
        while helper in members and members[helper].text != renamed(old.text, helper):
            helper += "_before"
        return helper

    def check(self, line: list[type], members: dict[str, Piece]) -> None:
        """Raise BookError if a class that is not one of the line stands between two that are."""
        order = line[0].__mro__
        last = order.index(line[-1])
        for other in order[:last]:
            for name in vars(other) if other not in line else ():
                if name in members and not name.startswith("__") and any(
                    name in vars(each) for each in line if order.index(each) > order.index(other)
                ):
                    raise BookError(
                        f"{'.'.join(of(line[0]))}: {other.__name__}.{name} stands between two classes that are one"
                    )

    def meaning(self, module: Module, node: ast.expr) -> Place | str | None:
        """Return the meaning of a name, or of a name in a module: a place in a listing, an import, or none of these."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in module.modules:
            return module.modules[node.value.id], node.attr
        top = node
        while isinstance(top, ast.Attribute):
            top = top.value
        if not isinstance(top, ast.Name):
            return None
        if top.id in module.imports:
            return module.imports[top.id]
        if top.id in module.borrowed:
            return self.owner(module.borrowed[top.id])
        return (module.listing.name, top.id) if top.id in module.here else None

    def owner(self, place: Place) -> Place:
        """Return where something is defined that a listing hands on."""
        module = self.module(place[0])
        return self.owner(module.borrowed[place[1]]) if place[1] in module.borrowed else place

    def inherited(self, module: Module, node: ast.Attribute, line: Sequence[type]) -> Place | None:
        """Return where a class of the line has a method from that it names itself, as ``simple.Loop.sock_recv``."""
        place = self.meaning(module, node.value) if isinstance(node.value, ast.Attribute) else None
        if not isinstance(place, tuple) or not self.is_class(place) or self.real(place) not in line:
            return None
        owner = next(each for each in self.real(place).__mro__ if node.attr in vars(each))
        if owner in line:
            raise BookError(f"{module.listing.name} names {ast.unparse(node)}, of which the file has a newer one")
        return of(owner)

    def piece(self, module: Module, group: list[ast.stmt], line: Sequence[type] = ()) -> Piece:
        """Return statements of a listing, at the left margin, with the names that things have in the file."""
        texts, piece = [], Piece("")
        for node in group:
            lines = self.with_comments(module, node)
            edits: list[tuple[int, int, int, str]] = []
            own, inside = locals_of(node), set[ast.AST]()
            for each in ast.walk(node):
                if not isinstance(each, ast.Name | ast.Attribute) or not isinstance(each.ctx, ast.Load):
                    continue
                if isinstance(each, ast.Attribute) and (older := self.inherited(module, each, line)):
                    name = self.become(older)[1]
                    edits.append((each.lineno, each.col_offset, each.value.end_col_offset or 0, name))
                    inside |= set(ast.walk(each.value))
                    continue
                if each in inside:
                    continue
                if isinstance(each, ast.Name) and each.id in own:
                    continue
                if isinstance(each, ast.Attribute) and not (
                    isinstance(each.value, ast.Name) and each.value.id in module.modules and each.value.id not in own
                ):
                    continue
                found = self.meaning(module, each)
                if isinstance(found, str):
                    piece.imports.append(found)
                elif found is not None:
                    found = self.owner(found)
                    piece.needs.append(found)
                    name = self.become(found)[1]
                    if name != ast.unparse(each):
                        edits.append((each.lineno, each.col_offset, each.end_col_offset or 0, name))
            first = first_line(node)
            for number, start, end, name in sorted(edits, reverse=True):
                code = lines[number - first].encode()
                lines[number - first] = (code[:start] + name.encode() + code[end:]).decode()
            texts.append(textwrap.dedent("\n".join(lines)))
        piece.text = "\n\n".join(texts) if isinstance(group[0], METHOD) else "\n".join(texts)
        return piece

    def with_comments(self, module: Module, node: ast.stmt) -> list[str]:
        """Return the lines of a statement."""
        return module.text[first_line(node) - 1 : node.end_lineno]


def of(each: type) -> Place:
    """Return the listing of a class, and its name there."""
    return each.__module__.removeprefix(f"{PACKAGE}."), each.__name__


def first_line(node: ast.stmt) -> int:
    """Return the number of the first line of a statement, with its decorators."""
    above: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in above)])


def names_in(node: ast.stmt) -> set[str]:
    """Return the names that a statement reads."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}


@functools.cache
def locals_of(node: ast.stmt) -> set[str]:
    """Return the names that are a function's own."""
    if not isinstance(node, METHOD):
        return set()
    found = set()
    for each in ast.walk(node):
        if isinstance(each, ast.arg):
            found.add(each.arg)
        elif isinstance(each, ast.Name) and not isinstance(each.ctx, ast.Load):
            found.add(each.id)
        elif isinstance(each, (ast.ExceptHandler, *METHOD)) and each.name and each is not node:
            found.add(each.name)
    return found


def written(imports: Iterable[str]) -> list[str]:
    """Return import statements in their usual order, with all that comes from one module in one."""
    modules: dict[str, list[str]] = {}
    plain: list[str] = []
    for statement in sorted(set(imports)):
        head, _, names = statement.partition(" import ")
        if not names or " as " in names:
            plain.append(statement)
        else:
            modules.setdefault(head, []).append(names)

    for head, every in modules.items():
        every.sort(key=usual)
        line = f"{head} import {', '.join(every)}"
        if len(line) > WIDTH:
            line = f"{head} import (\n" + "".join(f"    {name},\n" for name in every) + ")"
        plain.append(line)
    return sorted(plain, key=place_of)


def usual(name: str) -> tuple[int, str]:
    """Return the sort key of a name in an import: CONSTANTS, Classes, and the rest."""
    return (0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2, name.casefold())


def place_of(statement: str) -> tuple[bool, str, tuple[int, str]]:
    """Return the sort key of an import statement."""
    word, module, *names = statement.replace("(", "").replace(",", "").split()
    return word == "from", module.casefold(), usual(names[1]) if names[1:] else (0, "")
