"""Sphinx configuration of the book; `make html` builds it, one language at a time."""
import os
from pathlib import Path

import press
import whoruns.page
from press.language import LANGUAGES

ROOT = Path(__file__).parent
PRESS = Path(press.__file__).parent
TOOL = Path(whoruns.page.__file__).parent

project = html_title = "Ghetto asyncio"
author = "the authors of Ghetto asyncio"
project_copyright = "2026 Ghetto asyncio"
version = release = "3.0"  # what it brought: docs/changes.md

extensions = ["myst_parser", "press.extension"]
source_suffix = {".md": "markdown"}
nitpicky = True
numfig = True
smartquotes = False  # each language types its own
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 2  # [a question](#the-heading), by the name that the heading has in addresses
myst_heading_slug_func = "docutils"
myst_url_schemes = ["http", "https", "repository"]

language = "en"
# Sphinx resolves this against docs/, sphinx-intl against this folder, and a wrong path
# gives an English page without a word. The same goes for templates and gettext.
locale_dirs = [str(ROOT / "locale")]
templates_path = [str(PRESS / room / "templates") for room in ("theme", "links", "reader", "take")]
gettext_compact = False
gettext_additional_targets = ["index"]

# The languages that the switcher can offer: make says which are built.
offered = os.environ.get("BOOK_LANGUAGES", " ".join(LANGUAGES)).split()
book_offered = [code for code in LANGUAGES if code in offered]
# Where the four books are published, for canonical links and the sitemap.
book_url = os.environ.get("BOOK_URL", "https://ghetto-asyncio.readthedocs.io/en/latest/")
# The repository, for links to it and to its /issues (press/links/repository.py); may be empty: then there are none.
book_repository = os.environ.get("BOOK_REPOSITORY", "")
# What is published beside the books, to be taken along (press/links/downloads.py); may be empty: then no page says so.
book_downloads = os.environ.get("BOOK_DOWNLOADS", "").split()
# Are listings run in the pages? make html RUN=1 brings Python for that.
book_run = bool(os.environ.get("BOOK_RUN"))
# How its addresses go on, as GitHub has them. GitLab: "/-/blob/main/{path}", and
# "/-/issues/new?issue[title]={title}&issue[description]={body}".
book_forge = {"file": "/blob/main/{path}", "issue": "/issues/new?title={title}&body={body}"}

html_theme = "furo"
html_theme_options: dict[str, list[str]] = {"top_of_page_buttons": []}
html_favicon = str(PRESS / "theme/static/favicon.svg")
html_static_path = [str(PRESS / "theme/static"), str(TOOL / "static")]
html_css_files = ["book.css", ("print.css", {"media": "print"})]
html_js_files = [("book.js", {"defer": "defer"})]
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_secnumber_suffix = ". "
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/search.html",
        "sidebar/languages.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
