"""A class that grew from listing to listing, as one file: all its members by now, without docstrings and comments."""
from __future__ import annotations

import ast
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

from press.catalogue import PACKAGE, BookError, Listing, find
from press.listing.program import FUNCTION

Method = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass
class Module:
    """A listing, and the meanings of its names."""

    listing: Listing
    text: list[str]
    here: dict[str, ast.stmt] = field(default_factory=dict)
    """Name: the statement of the module that defines it."""
    modules: dict[str, str] = field(default_factory=dict)
    """Name: the listing that is imported as this."""
    borrowed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Name: the listing that it is imported from, and its name there."""
    imports: dict[str, str] = field(default_factory=dict)
    """Name: the statement that imports it from elsewhere."""

    @classmethod
    def read(cls, name: str, root: Path) -> Module:
        """Return a listing by its name; raise BookError if there is none."""
        source = find(name, root).source()
        found = cls(Listing(name, root), source.splitlines())
        for node in ast.parse(source).body:
            if isinstance(node, ast.Import | ast.ImportFrom):
                found.add_import(node)
            elif isinstance(node, FUNCTION | ast.ClassDef):
                found.here[node.name] = node
            elif isinstance(node, ast.Assign):
                found.here.update({each.id: node for each in node.targets if isinstance(each, ast.Name)})
        return found

    def add_import(self, node: ast.Import | ast.ImportFrom) -> None:
        """Take note of the names that an import binds."""
        above = (getattr(node, "module", "") or "") + "."
        for alias in node.names:
            name = alias.asname or alias.name
            if not above.startswith(PACKAGE + "."):
                self.imports[name] = ast.unparse(type(node)(**{**vars(node), "names": [alias]}))
            elif (self.listing.root / f"{above}{alias.name}".replace(".", "/")).with_suffix(".py").is_file():
                self.modules[name] = f"{above}{alias.name}".removeprefix(PACKAGE + ".")
            else:
                self.borrowed[name] = (above.removeprefix(PACKAGE + ".").rstrip("."), alias.name)

    def code(self, node: ast.stmt) -> str:
        """Return the text of a statement, at the left margin, without its docstring and comments."""
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        lines = self.text[first - 1 : node.end_lineno]
        body = getattr(node, "body", ())
        if body and isinstance(node, FUNCTION | ast.ClassDef) and ast.get_docstring(node) is not None:
            lines[body[0].lineno - first : (body[0].end_lineno or 0) - first + 1] = []
        return textwrap.dedent("\n".join(re.sub(r"  # .*", "", line) for line in lines if line.lstrip()[:1] != "#"))


class Flat:
    """The class `name` ("mainloop.kept.Loop") as one file; classes in `keep` stay as they are, and are imported;
    two of one name are told apart by their listings ("callbacks.reader.Loop").

    Raises BookError for a class that cannot be made flat.
    """

    def __init__(self, name: str, root: Path, keep: tuple[str, ...] = ()) -> None:
        self.root, self.keep = root, keep
        self.imports: set[str] = set()
        self.taken: dict[str, str] = {}
        """Name of a part before the class: the listing that it comes from."""
        self.parts: dict[str, str] = {}
        """Name of a part before the class: its code."""
        self.sources: dict[str, list[str]] = {}
        """Name of a definition ("Loop.run"): the listings that it was taken from."""
        listing, _, self.name = name.rpartition(".")
        self.parts[self.name] = self.whole_class(Module.read(listing, root), self.name)

    @property
    def text(self) -> str:
        """The file."""
        imports = sorted(self.imports, key=lambda line: (PACKAGE in line, line.startswith("from"), line))
        return "\n".join(_merged(imports)) + "\n\n\n" + "\n\n\n".join(self.parts.values()) + "\n"

    @property
    def places(self) -> dict[str, list[str]]:
        """Listing: the definitions that were taken from it."""
        found: dict[str, list[str]] = {}
        for name, listings in self.sources.items():
            for listing in listings:
                found.setdefault(listing, []).append(name)
        return found

    def whole_class(self, module: Module, name: str) -> str:
        """Return the class with all that it inherits from listings."""
        bases: list[str] = []
        members: dict[str, str] = {}
        self.inherit(module, name, members, bases)
        values = [code for code in members.values() if "def " not in code]
        first = [members[each] for each in ("__init__",) if each in members]
        others = [code for each, code in members.items() if each != "__init__" and code not in values]
        body = "\n\n".join(filter(None, ["\n".join(values), *first, *others]))
        above = f"({', '.join(bases)})" if bases else ""
        return f"class {name}{above}:\n" + textwrap.indent(body, "    ")

    def inherit(self, module: Module, name: str, members: dict[str, str], bases: list[str]) -> None:
        """Add the class's members to `members`, those of its bases first."""
        node = module.here.get(name)
        if not isinstance(node, ast.ClassDef):
            raise BookError(f"{module.listing.name} has no class {name}")
        for base in node.bases:
            origin, real = self.origin(module, base)
            if origin is not None and real == self.name and self.kept(origin, real):
                above, _, below = origin.listing.name.rpartition(".")  # two classes of one name
                bases.append(f"{below}.{real}")
                self.imports.add(f"from {PACKAGE}.{above} import {below}")
            elif origin is None or self.kept(origin, real):
                bases.append(real)
                self.need(*((module, real.partition(".")[0]) if origin is None else (origin, real)))
            else:
                self.inherit(origin, real, members, bases)
        methods = [member for member in node.body if isinstance(member, FUNCTION)]
        for called in {found for each in methods for found in re.findall(r"super\(\)\.(\w+)\(", module.code(each))}:
            if called in members and not any(
                each.name == called and self.inlined(module, each, members) for each in methods
            ):
                members[f"_{called}"] = members[called].replace(f"def {called}(", f"def _{called}(", 1)
        for member in node.body:
            if isinstance(member, FUNCTION):
                self.add(module, name, member, members)
            elif isinstance(member, ast.Assign):
                members[ast.unparse(member.targets[0])] = self.with_needs(module, member, module.code(member))

    def kept(self, module: Module, name: str) -> bool:
        """Is a class one of those that stay as they are?"""
        return name in self.keep or f"{module.listing.name}.{name}" in self.keep

    def origin(self, module: Module, base: ast.expr) -> tuple[Module | None, str]:
        """Return the module that a base class comes from, if that is a listing, and its name there."""
        above, _, real = ast.unparse(base).rpartition(".")
        if not above and real in module.here:
            return module, real
        if above in module.modules:
            return Module.read(module.modules[above], self.root), real
        if real in module.borrowed:
            listing, real = module.borrowed[real]
            return Module.read(listing, self.root), real
        return None, ast.unparse(base)

    def inlined(self, module: Module, node: Method, members: dict[str, str]) -> re.Match[str] | None:
        """Return the call by super() that the method of the base can stand for: with these arguments, and no return."""
        arguments = ", ".join(each.arg for each in node.args.args[1:])
        call = re.search(rf"^( *)super\(\)\.{node.name}\({re.escape(arguments)}\)$", module.code(node), re.M)
        return call if node.name in members and "return" not in members[node.name] else None

    def add(self, module: Module, owner: str, node: Method, members: dict[str, str]) -> None:
        """Add a method; the one that it calls by super() becomes a part of it, or has a name of its own."""
        code, name = module.code(node), node.name
        if call := self.inlined(module, node, members):
            there = code.replace(call[0], "").splitlines()
            before = textwrap.indent(textwrap.dedent(members[name].partition("\n")[2]), call[1]).splitlines()
            code = code.replace(call[0], "\n".join(line for line in before if line not in there))
        elif f"super().{name}(" not in code:
            self.sources.pop(f"{owner}.{name}", None)
        code = re.sub(r"super\(\)\.(\w+)\(", lambda m: f"self._{m[1]}(" if f"_{m[1]}" in members else m[0], code)
        members[name] = self.with_needs(module, node, code)
        self.sources.setdefault(f"{owner}.{name}", []).append(module.listing.name)

    def with_needs(self, module: Module, node: ast.stmt, code: str) -> str:
        """Take in the names that a piece of code needs, and return the code, which calls them by their plain names."""
        inner = [*getattr(node, "decorator_list", ()), *getattr(node, "body", (node,))]
        arguments = [*node.args.defaults, *node.args.kw_defaults] if isinstance(node, FUNCTION) else []
        for each in [sub for part in [*inner, *filter(None, arguments)] for sub in ast.walk(part)]:
            if isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id in module.modules:
                self.need(Module.read(module.modules[each.value.id], self.root), each.attr)
                code = code.replace(f"{each.value.id}.{each.attr}", each.attr)
            elif isinstance(each, ast.Name) and each.id not in module.modules:
                self.need(module, each.id)
        return code

    def need(self, module: Module, name: str) -> None:
        """Take in the definition of a name in a module, unless it is there or is no name of the module's."""
        if name in module.imports:
            self.imports.add(module.imports[name])
        elif name in module.borrowed:
            listing, real = module.borrowed[name]
            self.need(Module.read(listing, self.root), real)
        elif name in module.here and self.kept(module, name):
            self.imports.add(f"from {PACKAGE}.{module.listing.name} import {name}")
        elif name in module.here and self.taken.get(name) != module.listing.name:
            node = module.here[name]
            self.taken[name] = module.listing.name  # it may need itself; a class may take the place of its base
            whole = isinstance(node, ast.ClassDef)
            if not whole:
                self.sources[name] = [module.listing.name]
            code = self.whole_class(module, name) if whole else self.with_needs(module, node, module.code(node))
            self.parts.pop(name, None)  # what it needs stands before it
            self.parts[name] = code


def _merged(imports: list[str]) -> list[str]:
    """Write names of one module into one import."""
    found: dict[str, list[str]] = {}
    for line in imports:
        head, middle, names = line.partition(" import ")
        found.setdefault(head + middle, []).append(names)
    return [head + ", ".join(sorted(filter(None, names))) for head, names in found.items()]
