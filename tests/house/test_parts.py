"""Parts III and V stand on the reader's own loop: neither shows nor imports the kernel, on whatever way."""
from __future__ import annotations

from pathlib import Path

from press.catalogue import PACKAGE, ROOT, Listing
from press.contents import chapters
from tests.support.uses import imports, read
from whoruns.tests.complaints import none

KERNELS = {"kernel", "cancellation", "together"}
"""Packages of the other design."""
CHAPTERS = [page for page in chapters(ROOT) if page.startswith(("asyncio/", "yours/"))]


def behind(module: str, root: Path = ROOT) -> list[str]:
    """Return the way from a module to one of the kernel's, or nothing."""
    ways, known = [[module]], {module}
    for way in ways:
        if way[-1].partition(".")[0] in KERNELS:
            return way
        for name in sorted(imports(Listing(way[-1], root).module.read_text("utf-8"), root) - known):
            known.add(name)
            ways.append([*way, name])
    return []


def test_a_chapter_stands_on_no_kernel() -> None:
    pages = {page: {*shown, *(use.module for use in used)} for page in CHAPTERS for shown, used in [read(page)]}
    none(
        f"docs/{page}.md: {' imports '.join(way)}: show another loop"
        for page, modules in pages.items() for way in map(behind, sorted(modules)) if way
    )


def test_a_way_to_the_kernel_is_found(tmp_path: Path) -> None:
    for name, text in (("yours.one", "two"), ("yours.two", "three"), ("yours.three", "")):
        file = tmp_path / PACKAGE / f"{name.replace('.', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        (file.parent / "__init__.py").touch()
        file.write_text(f"from {PACKAGE}.yours import {text}\n" if text else f"from {PACKAGE}.kernel import task\n")
    kernel = tmp_path / PACKAGE / "kernel/task.py"
    kernel.parent.mkdir()
    (kernel.parent / "__init__.py").touch()
    kernel.touch()
    found = behind("yours.one", tmp_path)
    assert found[:3] == ["yours.one", "yours.two", "yours.three"]
    assert found[-1].startswith("kernel")
