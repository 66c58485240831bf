"""Make or mend the virtual environment that the Makefile uses.

usage: environment.py DIRECTORY LOCKFILE [FOLDER]

Installs the packages of LOCKFILE, by hash. Does nothing when that is done already;
starts over when an earlier attempt was cut short or another Python made the
directory. Two at a time wait for each other. Old Pythons must be able to read
this file, to say that they are too old: no f-strings, no annotations.

With a FOLDER, installs nothing, and keeps the sources of these packages in
DIRECTORY/FOLDER. Without a network it says that they are missing, and goes on;
where the environment has CI, it stops.
"""
import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)
TOO_OLD = """The book needs Python {}.{} or newer, and {} is {}.{}.
On Debian and Ubuntu: apt install python3 python3-venv. Or name another one: make PYTHON=python3.13"""
NO_VENV = """{} has no venv module. On Debian and Ubuntu: apt install python3-venv
(for a Python that is not the default one: apt install python{}.{}-venv)"""
NO_INSTALL = """The packages of {} could not be installed into {}.
Is there a network? The next make tries again."""
NOT_THERE = """What {} names could not be put into {}, so the tests that need it are skipped.
Is there a network? The next make tries again."""
SOURCES = ["--no-deps", "--no-binary", ":all:", "--no-build-isolation"]


def find_newer():
    """Run this script again with a newer Python, if there is one."""
    for minor in (13, 12, 11, 14, 15, 16):  # those that the lock files were tried with first
        name = "python3.{}".format(minor)
        try:
            if subprocess.call([name, "-c", "pass"], stderr=subprocess.DEVNULL) == 0:
                os.execvp(name, [name] + sys.argv)
        except OSError:
            pass
    sys.exit(TOO_OLD.format(OLDEST[0], OLDEST[1], sys.executable, *sys.version_info[:2]))


def works(directory):
    """Is there a Python of this version, with pip, in the directory?"""
    python = os.path.join(directory, "bin", "python")
    check = "import sys, pip; sys.exit(sys.version_info[:3] != {!r})".format(tuple(sys.version_info[:3]))
    return os.path.exists(python) and subprocess.call([python, "-c", check], stderr=subprocess.DEVNULL) == 0


def set_up(directory, lockfile, folder=None):
    """Bring the directory, or a folder in it, to the state that the lock file describes."""
    with open(lockfile, "rb") as file:
        wanted = "{} {}".format(sys.version, hashlib.sha256(file.read()).hexdigest())
    stamp = os.path.join(directory, "installed-" + os.path.basename(lockfile))
    if os.path.exists(stamp) and os.path.exists(os.path.join(directory, "bin", "python")):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == wanted:
                return
    if not works(directory):
        try:
            import ensurepip  # noqa: F401  Debian ships venv without it
            import venv  # noqa: F401
        except ImportError:
            sys.exit(NO_VENV.format(sys.executable, *sys.version_info[:2]))
        print("Setting up {} ...".format(directory))
        if subprocess.call([sys.executable, "-m", "venv", "--clear", directory]):
            sys.exit(NO_VENV.format(sys.executable, *sys.version_info[:2]))
    print("Installing {} ...".format(lockfile))
    place = os.path.join(directory, folder) if folder else directory
    job = ["download", "--dest", place] + SOURCES if folder else ["install"]
    pip = [os.path.join(directory, "bin", "python"), "-m", "pip"] + job + [
        "--quiet", "--disable-pip-version-check", "--require-hashes", "-r", lockfile]
    if subprocess.call(pip):
        if folder and not os.environ.get("CI"):
            print(NOT_THERE.format(lockfile, place))
            return
        sys.exit(NO_INSTALL.format(lockfile, place))
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(wanted)


def main(directory, lockfile, folder=None):
    """Take the lock, then set up."""
    if sys.version_info < OLDEST:
        find_newer()
    import fcntl
    with open(directory + ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        set_up(directory, lockfile, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
