"""Drawings as they are seen: letters that are too small, cut or covered, and parts that are too faint."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page

WIDEST = "() => Math.max(...[...document.querySelectorAll('html, .content')].map((part) => part.scrollWidth))"
"""How wide is the page, or the text, which scrolls apart from it?"""

VISIBLE = "[...document.querySelectorAll('.drawing > svg')].filter((svg) => svg.checkVisibility())"

UNREADABLE = f"""(least) => {VISIBLE}.flatMap((svg) => {{
  const {{ width, height }} = svg.viewBox.baseVal, pixels = svg.getScreenCTM().a, found = [];
  const texts = [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim()).map((text) => {{
    const {{ x, y, width, height }} = text.getBBox(), size = parseFloat(getComputedStyle(text).fontSize);
    return {{ said: text.textContent, size, x, end: x + width, y: y + height / 2 }};
  }});
  texts.forEach((text, place) => {{
    if (text.size * pixels < least) found.push(`${{text.said}}: ${{(text.size * pixels).toFixed(2)}} pixels`);
    if (text.x < -.5 || text.end > width + .5 || text.y < 5 || text.y + 6 > height) found.push(`${{text.said}} is cut`);
    for (const other of texts.slice(place + 1)) {{
      const both = Math.min(text.end, other.end) - Math.max(text.x, other.x);
      if (Math.abs(text.y - other.y) < 11 && both > .5) found.push(`${{text.said}} and ${{other.said}} overlap`);
    }}
  }});
  return found.map((words) => `${{svg.closest("figure").id}}: ${{words}}`);
}})"""

FAINT = f"""() => {VISIBLE}.flatMap((svg) => {{
  const parts = (colour) => {{
    const numbers = colour.match(/[\\d.]+/g).map(Number), unit = colour.startsWith("color") ? 1 : 255;
    return [...numbers.slice(0, 3).map((number) => number / unit), numbers[3] ?? 1];
  }};
  const over = ([r, g, b, dense], ground) => [r, g, b].map((value, n) => dense * value + (1 - dense) * ground[n]);
  const light = (colour) => colour.map((part) => part <= .04045 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, n) => sum + part * [.2126, .7152, .0722][n], .05);
  const opacity = new Map([[svg, 1]]);
  const opaque = (part) => {{
    if (!opacity.has(part)) opacity.set(part, opaque(part.parentElement) * getComputedStyle(part).opacity);
    return opacity.get(part);
  }};
  const all = [...svg.querySelectorAll("rect, path, circle, text")].map((part, place) => {{
    const {{ fill, stroke }} = getComputedStyle(part);
    return {{ part, place, dense: opaque(part), style: {{ fill, stroke }}, box: part.getBBox() }};
  }});
  let page = [1, 1, 1];
  const around = [];
  for (let each = svg; each; each = each.parentElement) around.unshift(each);
  for (const each of around) page = over(parts(getComputedStyle(each).backgroundColor), page);
  const paint = (colour, dense, ground) => {{
    const [r, g, b, own] = parts(colour);
    return over([r, g, b, own * dense], ground);
  }};
  const holds = (box, x, y) => box.x <= x && x <= box.x + box.width && box.y <= y && y <= box.y + box.height;
  const grounds = all.filter(({{ part, style }}) => part.tagName === "rect" && style.fill !== "none");
  const ratio = (each, colour, {{ x, y }}) => {{
    let ground = page;
    for (const {{ place, box, style, dense }} of grounds) {{
      if (place >= each.place) break;
      if (holds(box, x, y)) ground = paint(style.fill, dense, ground);
    }}
    const both = [light(ground), light(paint(colour, each.dense, ground))];
    return Math.max(...both) / Math.min(...both);
  }};
  return all.flatMap((each) => {{
    const {{ part, style, box }} = each, stroked = style.stroke !== "none", text = part.tagName === "text";
    if (part.matches(".hit, .cursor, .veil, .tick") || !(stroked || style.fill !== "none")) return [];
    const middle = {{ x: box.x + box.width / 2, y: box.y + box.height / 2 }};
    const along = (share) => part.getPointAtLength(share * part.getTotalLength());
    const places = part.tagName === "path" ? [0, .5, 1].map(along)
      : [stroked && !text ? {{ x: box.x, y: middle.y }} : middle];
    const colour = stroked && !text ? style.stroke : style.fill;
    const best = Math.max(...places.map((place) => ratio(each, colour, place)));
    if (best >= (text ? 4.5 : 3)) return [];
    const name = text ? part.textContent : `${{part.tagName}}.${{part.getAttribute("class")}}`;
    return [`${{svg.closest("figure").id}}: ${{name}}: ${{best.toFixed(2)}}:1`];
  }});
}})"""
"""A stroke is seen if it stands out at an end or in the middle. Rows are lit; lines of time repeat the numbers."""


LAID_OUT = f"""async ([least, paths, coloured, without]) => {{
  const found = {{}}, read = new DOMParser(), widest = {WIDEST}, unreadable = {UNREADABLE}, faint = {FAINT};
  const sheets = (page, path) => Object.fromEntries([...page.querySelectorAll("link[rel=stylesheet]")].map((link) => {{
    const {{ href, pathname }} = new URL(link.getAttribute("href"), path);
    return [pathname.split("/_static/")[1], href];
  }}));
  const here = sheets(document, location), further = {{}};
  const texts = paths.map(async (path) => (await fetch(path)).text());
  for (const [place, text] of (await Promise.all(texts)).entries()) {{
    const path = paths[place], other = read.parseFromString(text, "text/html");
    for (const link of other.body.querySelectorAll("link")) link.remove(); // the workbench's, for its form
    const theirs = sheets(other, path);
    for (const sheet in theirs) if (!here[sheet]) further[sheet] ??= await new Promise((loaded, missing) => {{
      const link = Object.assign(document.createElement("link"), {{ rel: "stylesheet", href: theirs[sheet] }});
      link.onload = () => loaded(link);
      link.onerror = () => missing(`${{path}}: ${{sheet}} is missing`);
      document.head.append(link);
    }});
    for (const sheet in further) further[sheet].disabled = !theirs[sheet];
    if (without) for (const part of other.querySelectorAll(without)) part.remove();
    document.documentElement.lang = other.documentElement.lang;
    document.body.replaceWith(document.adoptNode(other.body));
    found[path] = [widest(), ...unreadable(least)];
    for (const scheme of coloured ? ["light", "dark"] : []) {{
      document.body.dataset.theme = scheme;
      found[path].push(...faint().map((words) => `${{scheme}}: ${{words}}`));
    }}
  }}
  return found;
}}"""


def laid_out(
    page: Page, least: float, paths: Sequence[str], coloured: bool = False, without: str = ""
) -> dict[str, list[Any]]:
    """Return each page's width and its unreadable texts, with its colours if asked, before a script has run.

    The pages are put into this one, which has most of their style sheets: to load each would take ten times as long.
    `without` are elements (a selector) that are left out.
    """
    return dict(page.evaluate(LAID_OUT, [least, list(paths), coloured, without]))


def no_wider(page: Page, width: int) -> bool:
    """Is all in a window of this width?"""
    return int(page.evaluate(WIDEST)) <= width


def unreadable(page: Page, least: float) -> list[str]:
    """Return the texts in drawings that have less than so many pixels, are cut, or stand over another one."""
    return list(page.evaluate(UNREADABLE, least))


def faint(page: Page) -> list[str]:
    """Return the parts that stand out less from their ground than WCAG 2 wants, in the light and in the dark."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += (f"{scheme}: {words}" for words in page.evaluate(FAINT))
    return found
