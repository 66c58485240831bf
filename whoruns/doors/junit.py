"""Adds what is told of tests to the file of ``--junitxml``, after pytest has written it."""
from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML has not."""


def add(path: Path, told: Iterable[tuple[str, str]], prefix: str = "") -> None:
    """Add the text that is told of each test, by its id, to its case, as output; `prefix`: ``--junitprefix``."""
    tree = ElementTree.parse(path)
    cases = {(case.get("classname"), case.get("name")): case for case in tree.iter("testcase")}
    for nodeid, text in told:
        if (case := cases.get(key(nodeid, prefix))) is not None:
            ElementTree.SubElement(case, "system-out").text = NO_XML.sub("\N{REPLACEMENT CHARACTER}", text)
    tree.write(path, encoding="utf-8", xml_declaration=True)


def key(nodeid: str, prefix: str) -> tuple[str, str]:
    """Return how a case is called: its classname, such as tests.test_client.TestPool, and its name."""
    names, bracket, parameters = nodeid.partition("[")
    file, *inner = names.split("::")
    module = file.removesuffix(".py").replace("/", ".")
    return ".".join([*filter(None, [prefix]), module, *inner[:-1]]), f"{inner[-1]}{bracket}{parameters}"
