"""A figure whose runs were recorded with several values: above the drawing a reader chooses one, without Python.

Each variant is drawn here, and lies in a file of its own, ``_runs/turns.quantum_2.1.js``, that a browser loads when it
is chosen. The script ``vary.js`` makes the sliders, and puts the variant into the figure.
"""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from press.catalogue import BookError, Listing
from press.figures.kept import CAST, read_variants
from press.figures.stepper import runs_of, skip, write_runs
from whoruns.drawing.weave import View
from whoruns.page.drawn import drawn
from whoruns.story.recording import Recording, read
from whoruns.story.sentences import seconds
from whoruns.varied import combinations, values_in, with_values

Values = Mapping[str, object]


class varying(nodes.General, nodes.Element):
    """The values to choose from, below the sentence that invites to it; only HTML shows them."""


@dataclass(frozen=True)
class Run:
    """A run of a figure, as it is on the page and as it is with other values."""

    page: Recording
    vary: Mapping[str, list[Any]]
    others: Mapping[str, Recording]
    """By the lines of main()."""

    @property
    def values(self) -> Values:
        """The values that it has on the page."""
        return values_in(self.page.entry, self.vary)

    def having(self, values: Values) -> Recording:
        """Return the run with those of the values that it knows."""
        main = with_values(self.page.entry, {name: values[name] for name in self.vary})
        return self.page if main == self.page.entry else self.others[main]


def run_of(recording: Recording, root: Path) -> Run:
    """Return a run with its variants; raise BookError if one is not of the present files."""
    vary, others = read_variants(Listing(recording.name, root))
    return Run(recording, vary, {main: read(*kept, CAST) for main, kept in others.items()})


def varied(directive: SphinxDirective, recordings: Sequence[Recording], view: View) -> varying:
    """Draw all that may be chosen in a figure; raise BookError if there is nothing."""
    root = Path(directive.config.book_root)
    runs = [run_of(each, root) for each in recordings]
    vary: dict[str, list[Any]] = {name: values for run in runs for name, values in run.vary.items()}
    if not vary:
        raise BookError("':vary:' needs a run whose file says with 'vary' which values there are")
    if any(vary[name] != values for run in runs for name, values in run.vary.items()):
        raise BookError("the runs of this figure have a 'vary' of their own each: let them offer the same values")
    here: Values = {name: value for run in runs for name, value in run.values.items()}
    choices, name = combinations(vary), recordings[0].name
    files = runs_of(directive.env).setdefault(directive.env.current_document.docname, {})
    made = {
        f"{name}.{number}": [run.having(values) for run in runs]
        for number, values in enumerate(choices) if values != here
    }
    for file, shown in made.items():
        files[file] = {"file": file, "came": outcome(shown, view), **drawn(shown, view), "listings": {}}
    for each in recordings:
        directive.env.note_dependency(str(Listing(each.name, root).variants))
    text, _messages = directive.parse_inline(directive.options["vary"])
    invitation = nodes.paragraph(directive.options["vary"], "", *text)
    directive.set_source_info(invitation)
    return varying("", invitation, run=name, vary=vary, here=here, came=outcome(recordings, view), files=list(made))


def outcome(recordings: Sequence[Recording], view: View) -> str:
    """Return the outcome of a figure's runs: the last line that each has printed, or else the time of its end.

    Their titles come before that when they are translated (``directives.py``).
    """
    named = len(recordings) > 1 and not view.titles
    said = []
    for recording in recordings:
        printed = [event["text"] for event in recording.events if event["ev"] == "print"]
        end = seconds(recording.time(len(recording.events) - 1))
        words = _("prints last: {line}").format(line=printed[-1]) if printed else _("ends at {time}").format(time=end)
        said.append(f"{recording.name.rpartition('.')[2]} {words}" if named else words)
    return "\n".join(said)


def visit_varying(self: HTML5Translator, node: varying) -> None:
    """Write the values that are drawn; for a site also the variants, and, hidden, the texts for vary.js."""
    lines = {name: f"{escape(name)} = <b>{node['here'][name]!r}</b>" for name in node["vary"]}
    codes = {name: f'<code class="notranslate">{line}</code>' for name, line in lines.items()}
    if self.builder.name != "html":
        self.body.append(f'<p class="vary">{" ".join(codes.values())}</p>\n')
        raise nodes.SkipNode
    docname = self.builder.current_docname
    scripts = {
        name: f"bookVariant({json.dumps(runs_of(self.builder.env)[docname][name], ensure_ascii=False)});\n"
        for name in node["files"]
    }
    address = write_runs(self, scripts, f"{node['run']}.{{}}")
    rows = "".join(
        f'<p>{codes[name]} <input type="range" class="notranslate" hidden aria-label="{escape(name)}" '
        f'max="{len(values) - 1}" value="{values.index(node["here"][name])}" '
        f'data-values="{" ".join(map(repr, values))}"></p>\n'
        for name, values in node["vary"].items()
    )
    typed = _("Another value: type it, and press Enter.")
    hint = f"<p>{typed}</p>" if self.builder.config.book_run else ""
    said = f'<p role="status" class="notranslate" hidden>{escape(node["came"])}</p>\n'
    node["after"] = f"{hint}</div>\n{rows}{said}</div>\n"
    self.body.append(f'<div class="vary" data-src="{address}">\n<div hidden>')


def depart_varying(self: HTML5Translator, node: varying) -> None:
    """End the sentence that invites."""
    self.body.append(node["after"])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the node."""
    other = (skip, lambda self, node: None)
    app.add_node(varying, html=(visit_varying, depart_varying), latex=other, text=other, texinfo=other, man=other)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
