"""Set the book of a language on paper, and look whether all of it is there.

usage: python -m press.commands.pdf LANGUAGE EPUB FILE

EPUB is the epub of the language, from which the PDF is made, FILE is the PDF to write.
"""
from __future__ import annotations

import logging
import sys
from gettext import translation
from pathlib import Path

from conf import ROOT, book_url, locale_dirs, release
from press.language import LANGUAGES
from press.take import checks
from press.take.paper import Book, PaperError, assemble
from press.theme import bars

SHEET = ROOT / "press/take/paper.css"


class Complaints(logging.Handler):
    """Keeps WeasyPrint's complaints: a link that leads nowhere, a declaration or a drawing that it can't read."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it."""
        self.said.append(record.getMessage())


def make(language: str, epub: Path, file: Path) -> list[str]:
    """Write the PDF; return its faults, and then leave none."""
    if packages := checks.missing():
        raise PaperError(f"On Debian and Ubuntu: apt install {' '.join(packages)}")
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration

    complaints = Complaints()
    log = logging.getLogger("weasyprint")
    log.handlers[:] = [complaints]
    book = Book(epub)
    _ = translation("sphinx", locale_dirs[0], [language], fallback=True).gettext
    address = f"{book_url}{language}/index.html"
    edition = f"{LANGUAGES[language].name} · {release}<br><a href='{address}'>{address}</a>"
    document = HTML(string=assemble(book, edition, _), base_url=f"{epub.with_suffix('')}/")
    fonts = FontConfiguration()
    file.parent.mkdir(parents=True, exist_ok=True)
    begun = file.with_suffix(".new")
    sheets = [CSS(sheet, font_config=fonts) for sheet in (SHEET, bars.STYLES)]
    document.write_pdf(begun, font_config=fonts, stylesheets=sheets, pdf_tags=True)
    wrong = [*dict.fromkeys(complaints.said), *checks.problems(begun, book)]
    if wrong:
        return [*wrong, f"Look at {begun}"]
    begun.replace(file)
    return []


if __name__ == "__main__":
    language, epub, target = sys.argv[1:]
    try:
        found = make(language, Path(epub), Path(target))
    except PaperError as error:
        found = [str(error)]
    if found:
        sys.exit("\n".join(found))
    print(Path(target).absolute().as_uri())
