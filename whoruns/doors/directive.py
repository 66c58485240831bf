"""The directive of Sphinx that shows who runs when in a program, which it runs and records.

    ```{whoruns} examples/tea.py
    :caption: Bob waits for the kettle.
    ```

The path is seen from the page; a program may also stand in the directive, and is shown above its figure then.
``:follow: src, other.py`` are further files whose lines are followed; ``:show: name, number`` are variables whose
values are drawn; ``:real:`` lets it run in real time; ``:fails:`` says that it is to fail, or to hang, of which Sphinx
warns otherwise.
"""
from __future__ import annotations

from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from whoruns.doors import static
from whoruns.doors.figures import register, run_drawing, run_figure, run_table
from whoruns.doors.kept import Kept, Program, kept
from whoruns.doors.tables import as_node
from whoruns.page.drawn import ident
from whoruns.program import RecordError
from whoruns.source import FigureError, Text
from whoruns.story.grid import Table
from whoruns.wording import LANGUAGES, SOURCE, _, speaking

log = logging.getLogger(__name__)


def names(text: str | None) -> list[str]:
    """Return the parts between commas."""
    return [each.strip() for each in (text or "").split(",") if each.strip()]


def spoken(language: str) -> str:
    """Return the language in which figures are: that of the pages, if there is one, else English."""
    return language if language in LANGUAGES else SOURCE


class WhorunsDirective(SphinxDirective):
    """Put the figure of a program on a page."""

    optional_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec = {  # noqa: RUF012
        "caption": directives.unchanged_required, "name": directives.unchanged, "follow": names, "show": names,
        "real": directives.flag, "fails": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        if bool(self.arguments) == bool(self.content):
            self.warn("name a program, or write one into the directive: one of both")
            return []
        program = self.program()
        try:
            found = kept(program, Path(self.env.doctreedir) / "whoruns")
        except (RecordError, FigureError) as error:
            if self.arguments:
                self.env.note_dependency(str(program.path))
            self.warn(str(error))
            return []
        for path in found.depends:
            self.env.note_dependency(path)
        self.judge(found)
        code = [nodes.literal_block(program.text.text, program.text.text, language="python")] if program.text else []
        return [*code, *self.figure(found)]

    def program(self) -> Program:
        """Return what is to be recorded."""
        page = Path(self.env.doc2path(self.env.docname))
        text = None if self.arguments else Text(f"{page.stem}.py", "\n".join(self.content) + "\n")
        return Program(
            Path(self.env.relfn2path(self.arguments[0])[1]) if self.arguments else page, text,
            tuple(self.env.relfn2path(each)[1] for each in self.options.get("follow", ())),
            tuple(self.options.get("show", ())), "real" in self.options, spoken(self.config.language),
        )

    def judge(self, found: Kept) -> None:
        """Warn of a program that fails, hangs, or cannot be followed, unless that is meant; and if it does not."""
        if found.troubles and ("fails" not in self.options or not found.svg):
            remedy = ["If that is what the page is to show, say so with :fails:"] if found.svg else []
            self.warn("\n".join([*found.troubles, *remedy]))
        if "fails" in self.options and not found.troubles:
            self.warn(f"{found.name} ends well: take :fails: away")

    def warn(self, words: str) -> None:
        """Warn, at the directive."""
        log.warning("%s", words, location=self.get_location(), type="whoruns")

    def figure(self, found: Kept) -> list[nodes.Node]:
        """Return the nodes of the figure; none if there is nothing to be drawn."""
        if not found.svg:
            return []
        docname = self.env.docname
        own = f"{docname.replace('/', '-')}-{self.env.new_serialno('whoruns') + 1}"
        drawing = run_drawing(
            svg=renamed(found.svg, found.name, own), steps=found.steps | {"run": own}, run=own,
        )
        with speaking(spoken(self.config.language)):
            same, drawing["alt"] = _("The same as a table"), _("Timeline of {name}").format(name=found.name)
        said = [nodes.paragraph(each, each, classes=["trouble"], translatable=False) for each in found.said]
        figure = run_figure("", *said, drawing)
        messages: list[nodes.system_message] = []
        if caption := self.options.get("caption"):
            text, messages = self.parse_inline(caption)
            figure += nodes.caption(caption, "", *text)
            self.set_source_info(figure[-1])
        figure += run_table("", as_node(Table(**found.table)), summary=same)
        self.set_source_info(figure)
        self.add_name(figure)
        return [figure, *messages]


def renamed(svg: str, name: str, own: str) -> str:
    """Return a drawing in which the run has a name of its own: a page may have several of one program."""
    return svg.replace(f'data-run="{name}"', f'data-run="{own}"').replace(f"{ident(name)}-", f"{ident(own)}-")


def write_files(app: Sphinx) -> None:
    """Write the style sheet and the script, which are the same for all pages."""
    if app.builder.format == "html" and app.builder.name != "epub":
        static.write(Path(app.outdir) / "_static", spoken(app.config.language))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, its nodes and its files."""
    app.add_directive("whoruns", WhorunsDirective)
    app.connect("builder-inited", write_files)
    register(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
