"""Numbers of pages: chapters count through all parts, the appendix has letters, the workshop the numbers of parts.

Sphinx begins anew in each numbered table of contents. Its numbers are mended before figures and listings get theirs,
which begin with that of their chapter.
"""
from __future__ import annotations

from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.typing import ExtensionMetadata

from press.contents import numbers

SPHINX = TocTreeCollector.assign_section_numbers


def assign_section_numbers(self: TocTreeCollector, env: BuildEnvironment) -> list[str]:
    """Number the sections as Sphinx does, then put our number of the page before each; return the changed pages."""
    before = env.toc_secnumbers
    SPHINX(self, env)
    first = numbers(Path(env.project.srcdir).parent)
    for page, sections in env.toc_secnumbers.items():
        if page in first:
            sections |= {anchor: (first[page], *number[1:]) for anchor, number in sections.items()}  # type: ignore[arg-type]
            env.titles[page]["secnumber"] = [first[page]]
            for reference in env.tocs[page].findall(nodes.reference):
                if number := reference.get("secnumber"):
                    reference["secnumber"] = [first[page], *number[1:]]
    return [page for page, sections in env.toc_secnumbers.items() if sections != before.get(page)]


def numbered(line: nodes.reference, config: Config) -> str:
    """Return the title that a line of a table of contents has, with its number if there is one."""
    number = ".".join(map(str, line.get("secnumber") or ()))
    return f"{number}{number and config.html_secnumber_suffix}{line.astext()}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Put our numbers in the place of Sphinx's."""
    TocTreeCollector.assign_section_numbers = assign_section_numbers  # type: ignore[method-assign]
    return {"parallel_read_safe": True, "parallel_write_safe": True}
