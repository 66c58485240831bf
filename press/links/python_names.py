"""Names of Python's library in the text of a page lead to its documentation, in the reader's language if it is there.

``python_names.toml`` is the table. A name is a link where a section mentions it first; headings, captions and figures
stay as they are, and so do names that the book has, too: there only the author knows whose is meant.
"""
from __future__ import annotations

import re
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from press.language import LANGUAGES
from press.listing.details import summary

log = logging.getLogger(__name__)

TABLE = Path(__file__).with_suffix(".toml")
DOCUMENTATION = "https://docs.python.org/3/"
NAME = r"[A-Za-z_]\w*(?:\.\w+)*"
CODE = re.compile(rf"(?:await |async with )?({NAME})(?:\((?:[^()]|\([^()]*\))*\))?(?: as \w+)?")
"""Code that is about one name: asyncio.sleep, asyncio.run(main()), async with asyncio.TaskGroup() as group."""
APART = (
    nodes.title, nodes.caption, nodes.term, nodes.rubric, nodes.figure, nodes.reference, nodes.Admonition, summary,
)
"""Nodes in which no name becomes a link: links, things that may be links, and names of something else."""


@dataclass(frozen=True)
class Names:
    """The table: where names are explained."""

    addresses: dict[str, str]
    """Name, as pages write it: its address below DOCUMENTATION."""
    undocumented: frozenset[str]

    def is_missing(self, name: str) -> bool:
        """Is it of Python's library, and not in the table?"""
        module, _, rest = name.partition(".")
        known = name in self.addresses or name in self.undocumented
        return bool(rest) and rest != "py" and module in sys.stdlib_module_names and not known


def read(path: Path = TABLE) -> Names:
    """Return the table; raise ExtensionError, with file, name and remedy, for a fault in it."""
    table: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    addresses = {
        name: f"library/{page}.html#{'module-' * (name in sys.stdlib_module_names or name == page)}{name}"
        for page, names in table["pages"].items()
        for name in names
    }
    whole = list(addresses)
    for short in table["short"]:
        meant = [name for name in whole if name.endswith(f".{short}")]
        if len(meant) != 1:
            raise ExtensionError(f"{path.name}: short: {short} means {meant or 'nothing'}; name one under [pages]")
        addresses[short] = addresses[meant[0]]
    return Names(addresses, frozenset(table["undocumented"]))


class LinkPython(SphinxPostTransform):
    """Link the names, and give each link to the documentation the language of the book."""

    default_priority = 900
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Go through the code and the links of a page."""
        names, seen = read(), set[tuple[int, str]]()
        for code in list(self.document.findall(nodes.literal)):
            name = name_of(code.astext())
            around = ancestors(code)
            if not name or any(isinstance(each, APART) for each in around):
                continue
            if names.is_missing(name):
                log.error(
                    "%s: press/links/%s does not say on which page it is explained; add it there, to [pages] or to "
                    "'undocumented'", name, TABLE.name, location=code, type="names",
                )
            address = names.addresses.get(name, "")
            section = next((id(each) for each in around if isinstance(each, nodes.section)), 0)
            if address and (section, address) not in seen:
                seen.add((section, address))
                link = nodes.reference("", "", refuri=DOCUMENTATION + address, internal=False)
                code.replace_self(link)
                link += code
        language = LANGUAGES[self.config.language].python
        here = DOCUMENTATION.replace("/3/", f"/{language}/3/") if language else DOCUMENTATION
        for link in self.document.findall(nodes.reference):
            if link.get("refuri", "").startswith(DOCUMENTATION):
                link["refuri"] = here + link["refuri"].removeprefix(DOCUMENTATION)
                if isinstance(link[0], nodes.literal) and len(link) == 1:
                    link["classes"].append("python")


def name_of(code: str) -> str:
    """Return the name that a piece of code is about; nothing if it is about several or none."""
    found = CODE.fullmatch(code)
    return found[1] if found else ""


def ancestors(node: nodes.Node) -> list[nodes.Element]:
    """Return the elements around the node, the nearest first."""
    found = []
    while (parent := node.parent) is not None:
        found.append(parent)
        node = parent
    return found


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the transform."""
    app.add_post_transform(LinkPython)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
