"""The ``{conversation}`` directive: terminals side by side, time going down.

    ```{conversation} descriptors.serve
    :caption: Bob waits for Ann
    ```

A row is an act with its effects, in every terminal. On a narrow screen the terminals of a row
stand one below the other, each with its name.
"""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.locale import _
from sphinx.util.typing import ExtensionMetadata

from press.conversation.script import KEYS, Conversation, Line, path_of, read
from press.figures.figure import PictureDirective


class ConversationDirective(PictureDirective):
    """Put a conversation on the page."""

    label = "conversation"

    def draw(self, name: str) -> tuple[Any, ...]:
        """Return the conversation as a table of HTML; raise BookError for a fault of its file."""
        root = Path(self.config.book_root)
        self.env.note_dependency(str(path_of(name, root)))
        conversation = read(name, root)
        return to_html(conversation), None


def to_html(conversation: Conversation) -> str:
    """Return the table; its roles are written out, since a style sheet takes it apart where there is no room."""
    names = {who: who for who in conversation.terminals} | {"server": _("server"), "shell": _("another terminal")}
    columns = [who for who in conversation.terminals if who != "shell"]
    person = {who: " notranslate" for who in columns if names[who] == who}
    head = "".join(
        f'<th role="columnheader" class="{who.lower()}{person.get(who, "")}">{names[who]}</th>' for who in columns
    )
    prompts: dict[str, Prompt] = {}
    rows = []
    for act, after in zip(conversation.acts, [*conversation.acts[1:], None]):
        goes_on = after.done.who if after is not None and after.done.sign == ">" else ""
        alone = [act.done.who] if act.done.who == "shell" or act is conversation.acts[0] else []
        others = [who for who in columns if who not in alone]
        for whos in [whos for whos in (alone, others) if whos is alone or any(map(act.at, whos))]:
            row = ""
            for who in whos:
                lines = "".join(written(act.at(who), who, prompts, who == goes_on))
                wide = f' colspan="{len(columns)}"' if whos is alone else ""
                name = f' data-who="{names[who]}"' if lines else ""
                row += f'<td role="cell" class="{who.lower()}"{wide}{name}>{lines}</td>'
            if row:
                rows.append(f'<tr role="row">{row}</tr>')
    return (
        f'<table role="table" class="talk" data-talk="{conversation.name}">'
        f'<thead role="rowgroup"><tr role="row">{head}</tr></thead>'
        f'<tbody role="rowgroup">{"".join(rows)}</tbody></table>'
    )


@dataclass
class Prompt:
    """The prompt that the next text of a terminal stands behind."""

    text: str
    seen: bool = False


def written(lines: list[Line], who: str, prompts: dict[str, Prompt], goes_on: bool) -> Iterator[str]:
    """Yield the lines of a cell. A prompt stands in the row where something is typed after it, if that is the next;
    else it stands where it comes, and again, as a shadow, where something is typed.
    """
    for line in lines:
        if line.silent:
            silence = _("(silence)")
            yield f'<div class="silence">{silence}</div>'
            continue
        shadow, before = "", ""
        if prompt := prompts.pop(who, None):
            shadow = f' data-prompt="{escape(prompt.text)}"' if prompt.seen else ""
            before = "" if prompt.seen else f"<samp>{escape(prompt.text, quote=False)}</samp>"
        text = escape(line.text, quote=False)
        if line.prompt:
            prompts[who] = Prompt(line.text)
            if shadow or before:
                yield f"<div{shadow}>{before}</div>"
        elif line.sign == "$":
            yield f'<div><span class="gp">$ </span><kbd>{text}</kbd></div>'
        elif line.typed:
            key = ' class="control"' if line.text in KEYS else ""
            yield f"<div{shadow}>{before}<kbd{key}>{text}</kbd></div>"
        else:
            yield f"<div{shadow}>{before}<samp>{text}</samp></div>"
    if (prompt := prompts.get(who)) and not prompt.seen and not goes_on:
        prompt.seen = True
        yield f"<div><samp>{escape(prompt.text, quote=False)}</samp></div>"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    app.add_directive("conversation", ConversationDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
