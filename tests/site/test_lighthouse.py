"""What Lighthouse is asked, which takes minutes, is asked about pages that are there, and everything has to be full."""
from __future__ import annotations

import json

from press.catalogue import ROOT
from tests.support.site.pages import HTML, LANGUAGES

FOLDER = ROOT / "press/lighthouse"


def test_each_kind_of_page_is_there_and_has_to_be_perfect() -> None:
    budget = json.loads((FOLDER / "budget.json").read_text("utf-8"))
    assert budget["scores"] == dict.fromkeys(("performance", "accessibility", "best-practices", "seo"), 100)
    paths = [page.replace("{book}", book) for page in budget["pages"] for book in LANGUAGES]
    assert [path for path in paths if not (HTML / path).is_file()] == []


def test_its_packages_are_pinned_by_what_is_in_them() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text("utf-8"))
    asked = json.loads((FOLDER / "package.json").read_text("utf-8"))["dependencies"]
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert all(package["integrity"] for package in packages.values())
    assert all(packages[f"node_modules/{name}"]["version"] == version for name, version in asked.items())
    assert "://" not in "".join(package.get("resolved", "") for package in packages.values()), "registries differ"
