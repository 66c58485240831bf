"""The values of a run that may be others: main() says ``quantum = 2`` in a line of its own."""
from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence


class VaryError(ValueError):
    """main() has no line of its own for a value."""


def values_in(main: str, names: Iterable[str]) -> dict[str, object]:
    """Return the values of these names in the lines of main(); raise VaryError if one has no line of its own."""
    return {name: ast.literal_eval(line_of(main, name)[1]) for name in names}


def line_of(main: str, name: str) -> re.Match[str]:
    """Return the line of main() that says ``name = …``; raise VaryError if there is none, or another one."""
    found = list(re.finditer(rf"(?m)^ *{re.escape(name)} = ([^;\n]+)$", main))
    if len(found) != 1:
        raise VaryError(f"main() needs one line '{name} = …', and has {len(found)}")
    return found[0]


def with_values(main: str, values: Mapping[str, object]) -> str:
    """Return the lines of main() with these values."""
    for name, value in values.items():
        line = line_of(main, name)
        main = f"{main[:line.start(1)]}{value!r}{main[line.end(1):]}"
    return main


def combinations(vary: Mapping[str, Sequence[object]]) -> list[dict[str, object]]:
    """Return all that may be chosen: a value for each name, the last one changes first."""
    return [dict(zip(vary, values)) for values in itertools.product(*vary.values())]
