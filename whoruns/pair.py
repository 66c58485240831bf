"""Two programs side by side, or one that has run twice: the rows are marked that are not in both."""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from xml.etree import ElementTree as ET

from whoruns.drawing.weave import View
from whoruns.formats.perfetto import perfetto
from whoruns.formats.png import png
from whoruns.formats.svg import svg
from whoruns.page.drawn import Figure, drawn
from whoruns.page.page import ended, page
from whoruns.program import Seen
from whoruns.source import Text
from whoruns.story.beats import MANY, beats
from whoruns.story.compared import Seen as Row
from whoruns.story.compared import differing, rows
from whoruns.story.recording import Recording
from whoruns.wording import SOURCE, _, speaking


@dataclass(frozen=True)
class Pair:
    """The results of two programs, from the left to the right; the words are about how the right one differs."""

    left: Seen
    right: Seen
    titles: tuple[str, str]
    """What stands above them."""
    command: str = ""
    """The command line that records them so, if there was one."""

    @cached_property
    def stories(self) -> tuple[Recording, Recording]:
        """The recordings, with files and names of their own; raise FigureError if there is nothing to be drawn."""
        left, right = self.left.story, self.right.story
        for seen, story in ((self.left, left), (self.right, right)):
            if story is None:
                raise seen.nothing()
        assert left and right
        known = {file.name: file.source() for file in left.files}
        files = tuple(
            file if known.get(file.name, file.source()) == file.source() else Text(f"2/{file.name}", file.source())
            for file in right.files
        )
        name = right.name if right.name != left.name else f"{right.name} 2"
        return left, replace(right, name=name, files=files)

    def figure(self, language: str = SOURCE) -> Figure:
        """Return the figure as data for a page (``page/drawn.py``), with the rows marked that are not in both."""
        with speaking(language):
            figure = drawn(self.stories, View(titles=self.titles, most=MANY), roomy=True)
        left, right = self._seen
        figure["svg"] = marked(figure["svg"], (differing(right, left)[0], differing(left, right)[0]))
        return figure

    def difference(self, language: str = SOURCE) -> str:
        """Return the first difference in words."""
        with speaking(language):
            words = _("The first difference is in row {row}. On the left: {before}. On the right: {now}.")
            return differing(*self._seen, words)[1] or str(_("Both do the same."))

    @cached_property
    def _seen(self) -> tuple[list[Row], list[Row]]:
        """The rows of both, as a reader sees them."""
        left, right = (rows(each, beats(each, most=MANY)) for each in self.stories)
        return left, right

    def sentences(self, language: str = SOURCE) -> list[str]:
        """Return the first difference, how each has ended, and what could not be followed."""
        with speaking(language):
            return [self.difference(language), *self._troubles(language)]

    def _troubles(self, language: str) -> Iterator[str]:
        """Yield how each has ended, and what could not be followed of it."""
        for seen, title in zip((self.left, self.right), self.titles):
            for words in [*ended(seen.error), *seen.sentences(language)]:
                yield _("{who}: {what}").format(who=title, what=words)

    def page(self, language: str = SOURCE) -> str:
        """Return the text of an HTML file with both drawings, and one panel that steps through either."""
        figure, (_left, right) = self.figure(language), self.stories
        texts = dict.fromkeys([*self.left.own.texts, *(Text(file.name, file.source()) for file in right.files)])
        both = zip((self.left, self.right), self.titles)
        output = [line for seen, title in both for line in (f"{title}:", *seen.output)]
        return page(
            " · ".join(self.titles), list(texts), figure, output, None, self.sentences(language), language,
            self.command, self.left.real,
        )

    def svg(self, language: str = SOURCE) -> str:
        """Return the drawing as the text of an SVG file, in light colours."""
        return svg(self.figure(language)["svg"])

    def png(self, language: str = SOURCE) -> bytes:
        """Return the same as a PNG file; it needs ``whoruns[png]``, or raises FigureError."""
        return png(self.svg(language))

    def perfetto(self, language: str = SOURCE) -> str:
        """Return both recordings as JSON for https://ui.perfetto.dev, a process each."""
        with speaking(language):
            return perfetto(self.stories)


def compared(left: Seen, right: Seen, titles: tuple[str, str] = ("", ""), command: str = "") -> Pair:
    """Return two programs side by side; their titles are those of their files, if none are given.

    Raise FigureError, here or later, if one of them has nothing to be drawn.
    """
    return Pair(left, right, titles if any(titles) else (left.name, right.name), command)


def marked(svg: str, differs: Sequence[Sequence[int]]) -> str:
    """Return a drawing in which rows are marked, by their numbers in each part."""
    root = ET.fromstring(svg)
    parts = [group for group in root.iter("g") if group.get("class") == "part"]
    for part, numbers in zip(parts, differs):
        rows = [group for group in part if group.get("class", "").startswith("row ")]
        for number in numbers:
            rows[number].set("class", f"{rows[number].get('class')} differs")
    return ET.tostring(root, encoding="unicode")
