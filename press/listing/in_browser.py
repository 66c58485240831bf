"""Why a session cannot be run in a reader's browser, where ``:browser: no (threads)`` stands at its listing."""
from __future__ import annotations

import re

from sphinx.locale import _

REASONS = ("threads", "packages", "system")


def reason(option: str) -> str:
    """Return the reason in an option; raise ValueError if there is none, or another one."""
    found = re.fullmatch(r"no \((\w+)\)", option or "")
    if not found or found[1] not in REASONS:
        known = ", ".join(f"'no ({each})'" for each in REASONS)
        raise ValueError(f"write why the session cannot be run in a browser: {known}; nothing, if it can")
    return found[1]


def sentence(reason: str) -> str:
    """Say a reason in the reader's language."""
    return {
        "threads": _("This can’t be run in a browser: it needs a second thread."),
        "packages": _("This can’t be run in a browser: it needs packages that aren’t there."),
        "system": _("This can’t be run in a browser: it needs what only an operating system has."),
    }[reason]
