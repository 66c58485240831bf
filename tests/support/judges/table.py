"""The table in which a page says how ours fared with their judges."""
from __future__ import annotations


def table(text: str) -> dict[str, dict[str, str]]:
    """Read the table of the page: by row and version, "51 of 51"."""
    section = text.split("## Judged by others\n")[1].split("\n## ")[0]
    head, _, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")
    ]
    return {row[0]: dict(zip(head[1:], row[1:], strict=True)) for row in rows}
