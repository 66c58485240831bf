"""Modules of the listings with the source that a reader has typed, while the file stays as it is."""
from __future__ import annotations

import importlib.machinery
import importlib.util
import linecache
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType

from press.catalogue import PACKAGE, Listing
from whoruns.recorder.sandbox import fresh_listings


class EditedLoader(importlib.machinery.SourceFileLoader):
    """Loads a module from another text than that of its file, under the same name and path."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self.text = text

    def get_source(self, fullname: str) -> str:
        """Return the reader's text, for tracebacks too."""
        return self.text

    def get_code(self, fullname: str) -> CodeType:
        """Compile the reader's text, and keep no bytecode."""
        code: CodeType = compile(self.text, self.path, "exec", dont_inherit=True)
        return code


class Edited(MetaPathFinder):
    """Finds the modules that were edited: {turns.round_robin: source}."""

    def __init__(self, edits: Mapping[str, str], root: Path) -> None:
        self.files = {f"{PACKAGE}.{name}": (str(Listing(name, root).module), text) for name, text in edits.items()}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return where an edited module comes from."""
        if fullname not in self.files:
            return None
        place, text = self.files[fullname]
        return importlib.util.spec_from_file_location(fullname, place, loader=EditedLoader(fullname, place, text))


@contextmanager
def edited_listings(edits: Mapping[str, str], root: Path) -> Iterator[None]:
    """Import the listings anew, edited ones from the reader's text; at the end put back those that were there.

    Lines of an edited file (``linecache``) are the reader's, too.
    """
    finder = Edited(edits, root)
    kept = dict(linecache.cache)
    for path, text in finder.files.values():
        linecache.cache[path] = len(text), None, text.splitlines(keepends=True), path
    sys.meta_path.insert(0, finder)
    try:
        with fresh_listings(root):
            yield
    finally:
        sys.meta_path.remove(finder)
        linecache.cache.clear()
        linecache.cache.update(kept)
