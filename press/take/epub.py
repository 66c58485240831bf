"""The book as an epub: Sphinx writes the pages, and here they get a cover, a table of contents and a description.

The site's own parts (search, panels, switches, links to other languages) are not made; ``unfolding.py``
moves folds, ``drawings.py`` paints drawings.
"""
from __future__ import annotations

import os
import time
from collections.abc import Iterator, Set
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.epub3 import Epub3Builder
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.figures.figure import picture
from press.language import LANGUAGES
from press.take.drawings import FURO, alone, described
from press.take.packing import pack
from press.theme import bars
from press.theme.numbering import numbered
from whoruns.drawing.svg import wrapped

STYLES = Path(__file__).with_name("epub.css")
DRAWINGS = "drawings"
THEME = FURO | {
    "--font-stack": "Noto Sans, Noto Sans CJK SC, Noto Sans Symbols2, sans-serif",
    "--font-stack--monospace": "Noto Sans Mono, Noto Sans Mono CJK SC, Noto Sans Symbols2, monospace",
}
"""Drawings ask for the letters of the PDF, too, which is made from the epub."""


class Entry(NamedTuple):
    """A line of the table of contents; a part of the book leads nowhere."""

    title: str
    address: str
    below: list[Entry]


class Epub(Epub3Builder):
    """Writes the pages into a folder, and the epub beside it."""

    def init(self) -> None:
        """Let addresses stand behind their links, and not in the text."""
        super().init()
        self.config.epub_show_urls = "no"
        self.inline: set[str] = set()

    def handle_page(
        self, pagename: str, addctx: dict[str, Any], templatename: str = "page.html", *,
        outfilename: Path | None = None, event_arg: Any = None,
    ) -> None:
        """Write a page with a template that has nothing of the site."""
        super().handle_page(pagename, addctx, "epub/page.xhtml", outfilename=outfilename, event_arg=event_arg)

    def prepare_writing(self, docnames: Set[str]) -> None:
        """Say in which language the pages are."""
        super().prepare_writing(docnames)
        self.globalcontext["tag"] = LANGUAGES[self.config.language].tag

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """Write a page, and its drawings into files of their own, which a reader can enlarge."""
        up, folder = "../" * docname.count("/"), Path(self.outdir) / DRAWINGS
        folder.mkdir(exist_ok=True)
        for figure in doctree.findall(nodes.figure):
            figure.attributes.pop("answer", None)
        for drawn in list(doctree.findall(picture)):
            if drawn["svg"].startswith("<svg"):  # a conversation is a table, and stays
                svg, words = alone(drawn["svg"], THEME), escape(described(drawn["svg"]))
                name = f"{drawn.parent['ids'][0]}.svg"
                if "<a " in svg:  # an image can hold no links
                    self.inline.add(docname)
                else:
                    (folder / name).write_text(svg, "utf-8")
                    svg = f'<img src="{up}{DRAWINGS}/{name}" alt="{words}"/>'
                drawn.replace_self(nodes.raw("", f"{svg}\n", format="html"))
        super().write_doc(docname, doctree)

    def finish(self) -> None:
        """Write the epub."""
        folder, language = Path(self.outdir), LANGUAGES[self.config.language]
        contents = list(self.contents())
        pages = [entry.address for entry in flat(contents) if entry.address and "#" not in entry.address]
        drawings = sorted(path.relative_to(folder).as_posix() for path in (folder / DRAWINGS).glob("*.svg"))
        now = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", time.time())), UTC)
        context = {
            "title": self.config.project, "tag": language.tag, "creator": _("the authors of Ghetto asyncio"),
            "identifier": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{self.config.project} {language.tag}')}",
            "rights": "CC BY 4.0, MIT", "description": self.description(), "subtitle": wrapped(self.subtitle(), 290),
            "time": now.strftime("%Y-%m-%dT%H:%M:%SZ"), "contents": contents, "pages": pages, "drawings": drawings,
            "inline": [f"{name}{self.out_suffix}" for name in self.inline],
            "contents_title": _("Chapters"), "cover_title": _("Cover"),
        }
        made = {name: self.templates.render(f"epub/{name}", context) for name in (
            "META-INF/container.xml", "content.opf", "toc.ncx", "nav.xhtml", "cover.svg", "cover.xhtml",
        )}
        files = [("mimetype", b"application/epub+zip"), *((name, text.encode()) for name, text in made.items())]
        files += [("epub.css", STYLES.read_bytes() + bars.STYLES.read_bytes())]
        files += [(name, (folder / name).read_bytes()) for name in (*pages, *drawings)]
        pack(folder.parent / f"{folder.name}.epub", files, stored="mimetype")

    def contents(self) -> Iterator[Entry]:
        """Yield the table of contents: parts, chapters with their numbers, sections."""
        yield self.entry(self.config.root_doc)
        for tree in self.env.get_doctree(self.config.root_doc).findall(addnodes.toctree):
            chapters = [self.entry(page) for _title, page in tree["entries"]]
            if caption := tree.get("caption"):
                yield Entry(caption, "", chapters)
            else:
                yield from chapters

    def entry(self, page: str) -> Entry:
        """Return the line of a page, with those of its sections."""
        (item,) = self.env.tocs[page].children
        sections = [section for below in item.children[1:] for section in below.children]
        lines = [line for each in (item, *sections) if (line := each.next_node(nodes.reference))]
        first, *others = (
            Entry(numbered(line, self.config), f"{page}{self.out_suffix}{line['anchorname']}", [])
            for line in lines
        )
        return Entry(first.title, first.address, others if page != self.config.root_doc else [])

    def description(self) -> str:
        """Return the description of the book from its front page."""
        metas = self.env.get_doctree(self.config.root_doc).findall(nodes.meta)
        return next((str(meta["content"]) for meta in metas if meta.get("name") == "description"), "")

    def subtitle(self) -> str:
        """Return the sentence in bold at the top of the front page."""
        strong = self.env.get_doctree(self.config.root_doc).next_node(nodes.strong)
        return strong.astext() if strong else ""


def flat(entries: list[Entry]) -> Iterator[Entry]:
    """Yield the lines of a table of contents, from the first to the last."""
    for entry in entries:
        yield entry
        yield from flat(entry.below)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the builder."""
    app.add_builder(Epub, override=True)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
