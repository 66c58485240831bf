"""A release is one command, which says what it would do, what is in the way, and does it when asked."""
from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from press.catalogue import ROOT
from press.commands.release import git, main, version
from tests.support.listings import change

BOOK, TOOL = f"v{version(ROOT, 'pyproject.toml')}", f"whoruns-{version(ROOT, 'whoruns/pyproject.toml')}"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a repository of what a release needs, committed."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Ann")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "ann@example.org")
    for name in ("docs/changes.md", "conf.py", "pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    ignored = shutil.ignore_patterns("tests", "__pycache__")
    for folder in ("ghetto_asyncio/turns", "whoruns"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=All")
    return tmp_path


def test_a_release_says_what_it_would_do_and_does_it(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(repository, do=False) == 0
    said = capsys.readouterr().out
    assert f"git tag {BOOK}\n  git tag {TOOL}\n" in said and "DO=1" in said
    assert (git(repository, "tag"), (repository / "_build").exists()) == ("", False)
    assert main(repository, do=True) == 0
    assert git(repository, "tag").split() == [BOOK, TOOL]
    wheels = [path.relative_to(repository).as_posix() for path in sorted((repository / "_build/dist").iterdir())]
    assert wheels == [line.strip() for line in said.splitlines() if line.endswith(".whl")]
    change(repository / "whoruns/text.py", '"""', '"""Else: ')
    change(repository / "conf.py", f'"{BOOK[1:]}"', '"1.9"')
    assert main(repository, do=True) == 1
    said = capsys.readouterr().out
    for words in ("conf.py: version 1.9, and docs/changes.md says", "2 files are not committed", f"a tag {BOOK}: begin",
                  f"changed since {TOOL}: write another version"):
        assert words in said
