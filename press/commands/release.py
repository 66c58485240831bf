"""Release the newest edition of docs/changes.md: print the steps, or do them.

usage: python -m press.commands.release [do]

A release is a tag of the book and one of whoruns, if that has changed, and the wheels of both in _build/dist. Nothing
is pushed.
"""
from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from press.catalogue import ROOT
from press.theme.editions import newest

VERSION = re.compile(r'^version (?:= release )?= "(.+?)"', re.MULTILINE)
BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"  # as pip calls it
SAYING_IT = ("conf.py", "pyproject.toml")
"""Files that have the version of the book."""


def git(root: Path, *words: str) -> str:
    """Return the output of git; raise CalledProcessError if it fails."""
    return subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True).stdout.strip()


def version(root: Path, file: str) -> str:
    """Return the version that a file has."""
    found = VERSION.search((root / file).read_text("utf-8"))
    return found[1] if found else ""


def tags(root: Path) -> dict[str, str]:
    """Return the tags of the release, and the folder that each is of."""
    edition, tool = newest(root), version(root, "whoruns/pyproject.toml")
    return {f"v{edition.version if edition else ''}": ".", f"whoruns-{tool}": "whoruns"}


def in_the_way(root: Path) -> Iterator[str]:
    """Yield the obstacles to a release, with their remedies."""
    book, tool = tags(root)
    for file in SAYING_IT:
        if (said := version(root, file)) != book[1:]:
            yield f"{file}: version {said or '?'}, and docs/changes.md says {book[1:] or 'none'}: write the same"
    if changed := git(root, "status", "--porcelain"):
        yield f"{len(changed.splitlines())} files are not committed: commit them"
    known = git(root, "tag").split()
    if book in known:
        yield f"there is a tag {book}: begin a new edition in docs/changes.md"
    if tool in known and git(root, "diff", "--name-only", tool, "--", "whoruns", ":!whoruns/tests"):
        yield f"whoruns has changed since {tool}: write another version into whoruns/pyproject.toml"


def wheel(source: Path, into: Path) -> None:
    """Build a wheel of a folder, without a network."""
    into.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, "-c", BUILD, into], cwd=source, check=True, capture_output=True)


def release(root: Path) -> None:
    """Make the wheels of the last commit, then the tags."""
    missing = [tag for tag in tags(root) if tag not in git(root, "tag").split()]
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", "HEAD"], cwd=root, check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x"], cwd=folder, input=archive, check=True)
        for part in tags(root).values():
            wheel(Path(folder, part), root / "_build/dist")
    for tag in missing:
        git(root, "tag", tag)


def main(root: Path, do: bool) -> int:
    """Print the steps, or do them; return 1 if something is in the way."""
    book, tool = tags(root)
    steps = [f"git tag {tag}" for tag in (book, tool) if tag not in git(root, "tag").split()]
    wheels = [f"_build/dist/{name}-py3-none-any.whl" for name in (f"ghetto_asyncio-{book[1:]}", tool)]
    print("A release:", *steps, *wheels, sep="\n  ")
    if problems := list(in_the_way(root)):
        print("In the way:", *problems, sep="\n  ")
        return 1
    if do:
        release(root)
        print("Done. To publish it: git push --tags; then the wheels, by whoever may")
    else:
        print("Nothing is done without DO=1.")
    return 0


if __name__ == "__main__":
    sys.exit(main(ROOT, "do" in sys.argv[1:]))
