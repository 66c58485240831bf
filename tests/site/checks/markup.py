"""A page is HTML whose links lead somewhere, whose parts have names, and which loads nothing from elsewhere."""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape
from html.entities import html5
from itertools import zip_longest
from urllib.parse import urldefrag, urljoin, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from tests.support.site.pages import Page

VOID = "area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr"
SHORT = re.compile(rf"<(?!(?:{VOID})\b)([\w-]+)([^<>]*?)\s*/>")
PART = re.compile(r"<!--.*?-->|<[^>]*>|[^<]+", re.DOTALL)


def it_is_html(page: Page) -> Iterator[str]:
    """An HTML parser has nothing to guess: what it has understood, written down again, is what is there."""
    written, known = parts(page.opened), parts(str(LexborHTMLParser(page.opened).html))
    for number, (here, there) in enumerate(zip_longest(written, known, fillvalue="")):
        if here != there and plain(here) != plain(there):
            line = line_of(page.opened, number) if here else 0
            yield f"line {line}: {here.strip()[:90]!r} stands where an HTML parser reads {there.strip()[:90]!r}"
            break
    for name in sorted(set(re.findall(r"&(\w+;?)", page.opened)) - html5.keys()):
        yield f"&{name} is no character"


def parts(html: str) -> list[str]:
    """Return the tags of a page and what stands between them; <path/> is <path></path>."""
    return [part for part in PART.findall(SHORT.sub(r"<\1\2></\1>", html)) if not part.isspace()]


def line_of(html: str, number: int) -> int:
    """Return the line of a part."""
    found = [part for part in PART.finditer(SHORT.sub(r"<\1\2></\1>", html)) if not part[0].isspace()][number]
    return found.string.count("\n", 0, found.start()) + 1


def plain(part: str) -> str:
    """Return a part as a parser writes it: signs as they are, no value where there is none, no blanks around it."""
    return re.sub(r"\s*/?>$", ">", unescape(part).replace('=""', "")).strip().replace("<!doctype", "<!DOCTYPE")


def links_lead_somewhere(page: Page) -> Iterator[str]:
    """A link inside the site leads to a file, and to an id in it."""
    base = next((str(element.attributes["href"]) for element in page.css("base")), page.path)
    base = urljoin(page.site.address, base)
    for link in dict.fromkeys(page.links):
        parts = urlsplit(link)
        if parts.scheme not in ("", "http", "https"):
            yield f"{link} is no address"
        elif not (parts.scheme or parts.netloc) or link.startswith(page.site.address):
            yield from _dead(page, base, link)


def _dead(page: Page, base: str, link: str) -> Iterator[str]:
    address, fragment = urldefrag(urljoin(base, link))
    if example := re.fullmatch(r"example=(\w+)", fragment):  # a program of the workbench, which is a listing there
        fragment = f"workbench-{example[1].replace('_', '-')}"
    name, there = page.site.file(address.partition("?")[0])
    if there and (line := re.fullmatch(r"([a-z]\w*\.\w[\w.]*)\.\d+", fragment)):  # lines.js finds it
        if f'data-listing="{line[1]}"' not in page.site.page(there).text:
            yield f"{link}: {name} shows no {line[1]}"
        return
    if not there:
        yield f"{link}: there is no {name}"
    elif fragment and there.endswith(".html") and fragment not in page.site.page(there).ids:
        yield f"{link}: there is no {fragment} in {name}"


def ids_are_unique(page: Page) -> Iterator[str]:
    """An id names one element."""
    for name, times in Counter(page.ids).items():
        if times > 1:
            yield f"the id {name} is there {times} times"


NAMED = (
    "button, a[href], input:not([type=hidden]), select, textarea, svg[role=img], nav, img, iframe, [role=group],"
    "[role=region]"
)
REFERENCES = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for")


def everything_has_a_name(page: Page) -> Iterator[str]:
    """Whoever does not see the page is told what each thing is."""
    known = set(page.ids)
    for name in REFERENCES:
        for element in page.css(f"[{name}]"):
            lost = [target for target in (element.attributes[name] or "").split() if target not in known]
            if lost or not element.attributes[name]:
                yield f"{name} of {_shown(element)} names {' '.join(lost) or 'nothing'}"
    labelled = {element.attributes["for"] for element in page.css("label[for]")}
    within = set(page.css("label input"))
    for element in page.css(NAMED):
        attributes = element.attributes
        said = [attributes.get(name) for name in ("aria-label", "aria-labelledby", "alt", "title", "placeholder")]
        hidden = attributes.get("aria-hidden") == "true" or "hidden" in attributes
        says = element.text().strip() or element.css("[aria-label], [alt], title")
        inside = says and element.tag in ("a", "button")
        if not (any(said) or inside or hidden or element in within or (element.id and element.id in labelled)):
            yield f"{_shown(element)} has no name; give it an aria-label, in all languages"


def _shown(element: LexborNode) -> str:
    return (element.html or "").partition(">")[0][:120] + ">"


def it_loads_only_its_own(page: Page) -> Iterator[str]:
    """Nothing comes from another host, and nothing is inline that a strict content policy refuses."""
    for element in page.css("script, link[rel=stylesheet], link[rel~=icon], img, iframe, source, object"):
        address = next((value for name in ("src", "href", "data") if (value := element.attributes.get(name))), "")
        if not address and page.path != "404.html":  # whose script the policy names by its hash
            yield f"an inline {element.tag}: {_shown(element)}"
        elif urlsplit(address).netloc:
            yield f"{element.tag} from another host: {address}"
    for element in page.elements:
        if element.tag == "style":
            yield "an inline <style>; styles belong into book.css"
        for name in element.attributes:
            if name == "style":
                yield f"an inline style: {_shown(element)}"
            elif name.startswith("on"):
                yield f"an inline script: {_shown(element)}"


def opening_questions_lead_to_their_answers(page: Page) -> Iterator[str]:
    """Each question leads to a section of its page, and is asked and linked in the same way beside its answer."""
    asked = page.css(".questions li")
    again = page.css("a.up")
    links = [[link.attributes["href"] or "" for link in question.css("a")] for question in asked]
    for question, to in zip(asked, links):
        if len(to) != 1 or not to[0].startswith("#") or not page.css(f"section[id={to[0][1:]!r}] > h2"):
            yield f"{question.text().strip()} leads to {' and '.join(to) or 'nothing'}, and not to a section"
    if links != [[link.attributes["href"]] for link in again] and not page.name.startswith("appendix/"):
        yield f"beside the answers, {len(again)} questions lead elsewhere than the {len(asked)} at the top"
    for question, link in zip(asked, again):
        if not question.text().strip().startswith(link.text().strip(" ?？")):  # Chinese stresses a part apart
            yield f"{question.text().strip()} is answered as {link.text()}"


CHECKS = (
    links_lead_somewhere, ids_are_unique, everything_has_a_name, it_loads_only_its_own,
    opening_questions_lead_to_their_answers,
)
"""What is asked of every page; and that it is HTML, which takes long."""
