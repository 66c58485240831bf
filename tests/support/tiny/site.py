"""A site of two books of two pages, to be spoilt and checked."""
from __future__ import annotations

from pathlib import Path

from tests.support.site.pages import Site

ADDRESS = "https://example.org/book/"
TEXTS = {
    "en": {
        "title": "Waiting", "description": "A page that tells how a program waits for many clients at once.",
        "text": "All sockets wait in one call. Nobody asks them one by one.", "search": "Search",
        "note": "The loop is in asyncio", "lost": "There is no such page",
    },
    "pl": {
        "title": "Czekanie", "description": "Strona o tym, jak program czeka na wielu klientów naraz.",
        "text": "Wszystkie gniazda czekają w jednym wywołaniu. Nikt nie pyta ich po kolei.", "search": "Szukaj",
        "note": "Pętla jest w asyncio", "lost": "Nie ma takiej strony",
    },
}
PAGE = """\
<!doctype html>
<html lang="{code}">
<head>
<meta charset="utf-8">
<meta name="description" content="{description}">
<link rel="canonical" href="{address}{code}/{name}.html">
<link rel="alternate" hreflang="en" href="{address}en/{name}.html">
<link rel="alternate" hreflang="pl" href="{address}pl/{name}.html">
<link rel="alternate" hreflang="x-default" href="{address}en/{name}.html">
<link rel="stylesheet" href="../book.css?v=1">
<title>{title} · Ghetto asyncio</title>
</head>
<body>
<nav class="languages" aria-label="English, Polski">
<a href="../{other}/{name}.html" lang="{other}" hreflang="{other}">{other}</a>
</nav>
<article>
<h1 id="waiting">{title}</h1>
<p>{text}</p>
<div class="questions"><ul><li><p><a href="#poll">{title}?</a></p></li></ul></div>
<section id="poll"><h2>{title}</h2><a class="up" href="#poll">{title}?</a></section>
<p>{note} (<a href="https://example.org/">PEP 380</a>), <a href="index.html#waiting">1.1</a>.</p>
<form><input id="words" aria-label="{search}"><button>{search}</button></form>
<svg role="img" aria-labelledby="drawn"><title id="drawn">{title}</title></svg>
</article>
</body>
</html>
"""
AROUND = """\
<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Ghetto asyncio</title>{base}</head>
<body>
<main>
<a href="en/index.html" lang="en">{en}</a>
<a href="pl/index.html" lang="pl">{pl}</a>
</main>
</body>
</html>
"""
SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
URL = "<url><loc>{}</loc>" + "".join(f'<xhtml:link rel="alternate" hreflang="{tag}" href="x"/>' for tag in TEXTS)
NAMES = ("index", "search", "waiting")


def tiny_site(root: Path) -> Site:
    """Write a site with nothing wrong in it."""
    files = {"book.css": "p { background: url(dot.svg) }\n", "dot.svg": "<svg/>"}
    for code, texts in TEXTS.items():
        other = "pl" if code == "en" else "en"
        for name in NAMES:
            files[f"{code}/{name}.html"] = PAGE.format(code=code, other=other, name=name, address=ADDRESS, **texts)
    files["index.html"] = AROUND.format(base="", en="English", pl="Polski")
    lost = {code: f"<strong>{texts['lost']}</strong>" for code, texts in TEXTS.items()}
    files["404.html"] = AROUND.format(base='<base href="/book/">', **lost)
    pages = [f"{ADDRESS}{code}/{name}.html" for code in TEXTS for name in NAMES if name != "search"]
    files["sitemap.xml"] = SITEMAP + "\n".join(URL.format(page) + "</url>" for page in pages) + "</urlset>"
    for path, text in files.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, "utf-8")
    return Site(root, ADDRESS, tuple(TEXTS))
