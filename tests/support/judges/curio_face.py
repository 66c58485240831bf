"""The modules that a test of curio's imports: curio, and pytest."""
from __future__ import annotations

import ast
import importlib
import sys
import types
from types import ModuleType
from typing import Any


class Skipped(Exception):
    """A test is not for this machine."""


class Raises:
    """`pytest.raises` for curio's tests."""

    def __init__(self, expected: Any) -> None:
        self.expected = expected

    def __enter__(self) -> None:
        """Nothing was raised yet."""

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> bool:
        assert kind, f"{self.expected.__name__} was not raised"
        return issubclass(kind, self.expected)


def skip_if(condition: object, reason: str) -> Any:
    """The mark `pytest.mark.skipif` for curio's tests."""

    def skips(*arguments: object, **named: object) -> None:
        raise Skipped(reason)

    return lambda function: skips if condition else function


PYTEST: Any = ModuleType("pytest")
PYTEST.raises = Raises
PYTEST.mark = types.SimpleNamespace(skipif=skip_if)


def names_of(text: str) -> list[str]:
    """Read which names a module of curio's says that it has."""
    said = [
        node.value for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.List)
        and getattr(node.targets[0], "id", "") == "__all__"
    ]
    return [str(word.value) for value in said for word in value.elts if isinstance(word, ast.Constant)]


def disguise(ours: ModuleType, source: dict[str, str]) -> None:
    """Let `import curio` and `import curio.traps` mean a module of ours and its members.

    A module of curio's that ours has under the same name is that one. Of the others there is one with those of their
    names that ours has itself.
    """
    face: Any = ModuleType("curio")
    face.__path__ = []
    face.__getattr__ = lambda name: getattr(ours, name)
    face.__all__ = getattr(ours, "__all__", [name for name in vars(ours) if not name.startswith("_")])
    sys.modules["curio"] = face
    for path in source:
        package, _, file = path.partition("/")
        name = file.removesuffix(".py")
        if package != "curio" or "__" in name:
            continue
        own = part(ours, name)
        if own is None:
            own = ModuleType(f"curio.{name}")
            known = {word: getattr(ours, word) for word in names_of(source[path]) if hasattr(ours, word)}
            vars(own).update(known, __all__=list(known))
        sys.modules[f"curio.{name}"] = own
        setattr(face, name, own)


def part(ours: ModuleType, name: str) -> Any:
    """Return our module's part for a module of curio's; a module of Python's with the same name is not it."""
    try:
        return importlib.import_module(f"{ours.__name__}.{name}")
    except ImportError:
        own = getattr(ours, name, None)
    foreign = isinstance(own, ModuleType) and own.__name__.partition(".")[0] in sys.stdlib_module_names
    return None if foreign or callable(own) else own
