"""The directives that draw runs. ``{run}``: the timeline of a recorded run, with a table in words and a stepper.

    ```{run} turns.round_robin
    :caption: What to look at.
    :answer: 25 ready: Eve, Ann, Bob

    A question that stepping through the run answers: it stands above the drawing.
    ```

The texts beside the lanes can be chosen: ``:show: number, self.heard``, variables whose values last; ``:queue:
ready``, the tasks in a queue, or in several, with their items; ``:from: 30`` and ``:until: 60``, the seconds of the
story. Several names, ``{run} clocks.loop clocks.cancelled``, are drawn side by side; ``:titles: outside the for,
inside it`` says in words what a reader sees there, and is translated.

``:vary: From which quantum on does nothing change?`` lets a reader choose among the values with which the runs were
recorded, too (``varying.py``); the sentence invites to it.

The answer is a step, by its number, and a sight in it (``answers.py`` has the forms): "Show me" leads there. It is one
of the first run, or of the one that it names, ``:answer: clocks.cancelled 40 self.unwanted = 1``.

The run is declared in ``listings/turns/round_robin.run.py``, and ``make record`` records it. ``{states}``
and ``{chain}`` draw other pictures from a recording, ``{interleavings}`` one from a listing that it runs,
``{course}`` one from the calls of a file while it runs, ``{buffers}`` one from a session. ``{drawing} four_tasks`` puts
``four_tasks.svg``, which lies beside the page, into it; its words and its description are code.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from babel.dates import format_date
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata

from press.catalogue import BookError, find
from press.figures import buffers, chain, course, interleavings, states
from press.figures.figure import PictureDirective, picture, recording_of
from press.figures.stepper import runs_of, skip, stepper
from press.figures.varying import varied, varying
from press.language import LANGUAGES
from press.listing.blocks import module_block
from whoruns.doors.tables import as_node
from whoruns.drawing.weave import View, Weave
from whoruns.page.drawn import ident
from whoruns.story.answers import which
from whoruns.story.grid import Table
from whoruns.story.recording import Recording
from whoruns.story.steps import data
from whoruns.story.table import tell
from whoruns.wording import SOURCE, speak

CHOICES = ("show", "queue", "from", "until", "titles")
"""Options of the drawing."""


def names(text: str | None) -> list[str]:
    """Return the parts between commas."""
    return [each.strip() for each in (text or "").split(",") if each.strip()]


class RunDirective(PictureDirective):
    """Put a recorded run on the page."""

    label = "run"
    final_argument_whitespace = True
    option_spec = PictureDirective.option_spec | {
        "answer": lambda text: text or "", "vary": lambda text: text or "",
        "show": names, "queue": names, "from": float, "until": float, "titles": names,
    }

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing, the table and the stepper.

        Raise BookError if the recording is missing or stale, or if the question has no answer, or a wrong one.
        """
        recordings = [recording_of(self, each) for each in name.split()]
        if bool(self.content) != ("answer" in self.options):
            raise BookError("a question and its ':answer:' come together")
        if self.content:
            run, self.options["answer"] = which(recordings, self.options["answer"])
            if run is not recordings[0]:
                self.options["answer-run"] = run.name
        if len(self.options.get("titles", recordings)) != len(recordings):
            raise BookError("':titles:' needs one for each run")
        options: dict[str, Any] = {name: self.options[name] for name in CHOICES if name in self.options}
        view, chosen = View.of(options), {"view": options} if options else {}
        weave = Weave([(recording, view) for recording in recordings], ident(recordings[0].name))
        tables: list[nodes.Node] = []
        more: list[nodes.Node] = []
        for recording, timeline in zip(recordings, weave.timelines):
            if len(recordings) > 1:
                tables.append(nodes.paragraph("", "", nodes.literal("", recording.name), translatable=False))
            tables.append(as_node(tell(recording, timeline.beats, timeline.told)))
            listings = (find(each.name, Path(self.config.book_root)) for each in recording.files)
            steps = stepper("", *(module_block(self, each, each.source(), "stepped") for each in listings))
            steps["run"] = recording.name
            kept = runs_of(self.env).setdefault(self.env.current_document.docname, {})
            kept[recording.name] = data(recording, timeline.beats) | chosen
            more += [one_of_many(recording, self.config.language)] if recording.recorded else []
            more.append(steps)
        more += [self.title(text) for text in options.get("titles", ())]
        if "vary" in self.options:
            self.above = [varied(self, recordings, view)]
        return weave.draw(), nodes.container("", *tables), *more

    def title(self, text: str) -> run_title:
        """Return a title, which is translated."""
        node = run_title(text, text)
        self.set_source_info(node)
        return node


class run_title(nodes.TextElement):
    """The title above one of several runs in a drawing; it is there to be translated."""


class TranslateTitles(SphinxTransform):
    """Put the translated titles of runs into the drawings, also into those that a browser loads or makes anew."""

    default_priority = 25  # after Sphinx has translated (20)

    def apply(self, **kwargs: Any) -> None:
        kept = runs_of(self.env).get(self.env.current_document.docname, {})
        for figure in self.document.findall(nodes.figure):
            if titles := [node.astext() for node in figure.findall(run_title)]:
                names = [steps["run"] for steps in figure.findall(stepper)]
                for name in names:
                    kept[name]["view"]["titles"] = titles
                variants = [kept[name] for vary in figure.findall(varying) for name in vary["files"]]
                for drawing in [*figure.findall(picture), *variants]:
                    drawing["svg"] = titled(drawing["svg"], titles)
                for said in [*figure.findall(varying), *variants]:
                    said["came"] = "\n".join(map("{} · {}".format, titles, said["came"].split("\n")))


def titled(svg: str, titles: list[str]) -> str:
    """Return a drawing with these titles."""
    given = iter(titles)
    return re.sub(r'(<text class="title"[^>]*>)[^<]*', lambda found: found[1] + escape(next(given)), svg)


class StatesDirective(PictureDirective):
    """Put the life cycle of the tasks of a run on the page."""

    label = "states"

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing and the table; raise BookError if the recording is missing or stale."""
        recording = recording_of(self, name)
        words = states.words_of(recording)
        body = [
            [[(words[old], False)], [(words[new], False)], [(states.reason((old, new)), False)], [(str(times), True)]]
            for (old, new), times in states.changes(recording).items()
        ]
        head = (_("From"), _("To"), _("What happens"), _("How often"))
        return states.draw(recording, f"states-{name.replace('.', '-')}"), as_node(Table(head, body))


class ChainDirective(PictureDirective):
    """Put the chain of delegation on the page."""

    label = "chain"

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing and the table; raise BookError if the recording is missing or stale."""
        found = chain.Chain(recording_of(self, name))
        body = [[[(frame, True)], [(code, True)]] for frame, code in found.frames]
        return found.draw(f"chain-{name.replace('.', '-')}"), as_node(Table((_("Frame"), _("It has stopped at")), body))


class FoundDirective(PictureDirective):
    """Put on the page a drawing that is not made from a recording."""

    find: Callable[[str, Path], course.Course | buffers.Buffers]

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing and the table; raise BookError if a file is missing or stale, or fails."""
        found = type(self).find(name, Path(self.config.book_root))
        for path in found.depends:
            self.env.note_dependency(str(path))
        return found.draw(f"{self.label}-{name.replace('.', '-')}"), as_node(found.tell())


class CourseDirective(FoundDirective):
    """Put on the page the holders of things and their waiters, from when to when."""

    label, find = "course", course.Course


class BuffersDirective(FoundDirective):
    """Put on the page the contents of a session's socket buffers, line by line."""

    label, find = "buffers", buffers.Buffers


class DrawingDirective(PictureDirective):
    """Put a drawing on the page that lies beside it."""

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the drawing, and its description as a list; raise BookError if there is no file."""
        path = Path(self.env.relfn2path(f"{name}.svg")[1])
        self.env.note_dependency(str(path))
        if not path.is_file():
            raise BookError(f"there is no {path.relative_to(self.config.book_root)}")
        svg = path.read_text("utf-8")
        lines = re.findall(r"(?s)<desc.*?>(.*)</desc>", svg)[0].splitlines()
        items = [nodes.paragraph("", "", nodes.literal("", line), translatable=False) for line in lines]
        return svg, nodes.bullet_list("", *(nodes.list_item("", item) for item in items))


class InterleavingsDirective(PictureDirective):
    """Put the picture, its caption and the table on the page."""

    def draw(self, name: str) -> tuple[Any, ...]:
        """Run the listing and draw its schedules; raise BookError if there is none."""
        listing = find(name, Path(self.config.book_root))
        listing.check_import()
        self.env.note_dependency(str(listing.module))
        rows = interleavings.record(listing.name)
        best = max(row.result for row in rows)
        same = as_node(interleavings.tell(rows, best))
        return interleavings.draw(rows, best, f"interleavings-{name.replace('.', '-')}"), same


def one_of_many(recording: Recording, language: str) -> nodes.container:
    """Say of a run of real threads that it is one of many."""
    pattern = LANGUAGES[language].date
    day = format_date(date.fromisoformat(recording.recorded), pattern, locale=language).replace(" ", "\u00a0")
    words = _("One of many possible orders, recorded on {day}.").format(day=day)
    return nodes.container("", nodes.inline("", words), classes=["one-of-many"])


def add_files(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None) -> None:
    """Give a page with figures or steppers the files for them, and no other page."""
    if doctree is not None and next(doctree.findall(picture), None) is not None:
        app.add_css_file("figures.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives and the style sheet; drawings speak the language of the book."""
    app.connect("config-inited", lambda app, config: speak(config.language))
    app.connect("build-finished", lambda app, error: speak(SOURCE))
    never = (skip, None)
    app.add_node(run_title, html=never, latex=never, text=never, texinfo=never, man=never)
    app.add_transform(TranslateTitles)
    app.add_directive("run", RunDirective)
    app.add_directive("states", StatesDirective)
    app.add_directive("chain", ChainDirective)
    app.add_directive("course", CourseDirective)
    app.add_directive("buffers", BuffersDirective)
    app.add_directive("drawing", DrawingDirective)
    app.add_directive("interleavings", InterleavingsDirective)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
