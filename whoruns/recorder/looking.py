"""The contents of an object, without asking it: no property, no ``__getattr__``, no method of a program is called."""
from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import CodeType, FunctionType, GetSetDescriptorType, MemberDescriptorType, MethodType
from typing import Any, TypeVar

from whoruns import package

order_of: Any = vars(type)["__mro__"].__get__
"""Returns the classes of which a class has grown, itself the first."""
space_of: Any = vars(type)["__dict__"].__get__
"""Returns the namespace of a class."""
Known = TypeVar("Known")
DESCRIPTORS = (GetSetDescriptorType, MemberDescriptorType)
NOTHING: Mapping[str, Any] = {}


def by_code(work_out: Callable[[CodeType], Known]) -> Callable[[CodeType], Known]:
    """Let something that is worked out of code be worked out once; a code's own hash takes longer than its id."""
    known: dict[int, tuple[CodeType, Known]] = {}

    @functools.wraps(work_out)
    def look_up(code: CodeType) -> Known:
        found = known.get(id(code))
        if found is None or found[0] is not code:
            found = known[id(code)] = code, work_out(code)
        return found[1]

    return look_up


def is_a(value: object, kinds: type | tuple[type, ...]) -> bool:
    """Say whether a value is of a class; isinstance() would ask it for ``__class__``."""
    return issubclass(type(value), kinds)


def module_of(kind: type) -> str:
    """Return the module of a class."""
    name = space_of(kind).get("__module__")
    return name if type(name) is str else ""


def attributes(value: object) -> Mapping[str, Any]:
    """Return the attributes that an object has itself, or nothing if it has none, or hides them."""
    for kind in order_of(type(value)):
        found = space_of(kind).get("__dict__")
        if found is not None:
            return found.__get__(value) if type(found) in DESCRIPTORS else NOTHING
    return NOTHING


def has_attributes(value: object) -> bool:
    """Say whether an object can have attributes of its own, and be referred to weakly."""
    spaces = [space_of(kind) for kind in order_of(type(value))]
    return attributes(value) is not NOTHING and any("__weakref__" in space for space in spaces)


def held(value: object, name: str, default: Any = None) -> Any:
    """Return an attribute: of an object of the package's that programs stand on, asked as usual; of others, as it lies.
    """
    if package.has(module_of(type(value))):
        return getattr(value, name, default)
    own = attributes(value)
    if name in own:
        return own[name]
    for kind in order_of(type(value)):
        found = space_of(kind).get(name)
        if found is not None:
            try:
                return found.__get__(value) if type(found) is MemberDescriptorType else default
            except AttributeError:  # is not set yet
                return default
    return default


def function_of(value: object) -> FunctionType | None:
    """Return the function of Python that a value is, or whose method it is; or None."""
    inner = value.__func__ if type(value) is MethodType else value
    return inner if type(inner) is FunctionType else None
