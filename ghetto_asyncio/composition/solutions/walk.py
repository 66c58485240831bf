"""Solution: each level waits for the one below it."""
import os


def walk(tree, path=""):
    """Yield the path of each leaf of a nested dict."""
    for name, branch in tree.items():
        if isinstance(branch, dict):
            yield from walk(branch, f"{path}{name}/")
        else:
            yield path + name


def walk_files(directory):
    """Yield the path of everything below that is no directory.

    A symbolic link is reported and not followed.
    """
    with os.scandir(directory) as entries:
        found = sorted(entries, key=lambda entry: entry.name)
    for entry in found:
        if entry.is_dir(follow_symlinks=False):
            yield from walk_files(entry.path)
        else:
            yield entry.path
