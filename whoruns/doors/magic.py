"""``%%whoruns`` in IPython and Jupyter: a cell is recorded, and its figure shown below it.

The cell has the names of the notebook and gives it its own; it may await, in a loop of its own. Its output and errors
appear as ever. Lines of earlier cells are followed, too. ``%whoruns mine.py`` records a program.
"""
from __future__ import annotations

# mypy: allow-untyped-calls
import ast
import linecache
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, TracebackType

from IPython.core.error import UsageError
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.magic import Magics, line_cell_magic, magics_class, no_var_expand, output_can_be_silenced
from IPython.display import display

from whoruns import command
from whoruns.page.framed import framed
from whoruns.program import Cell, RecordError, Seen, called, is_python, record
from whoruns.source import FigureError, Text

DISPLAYS = "__import__('sys').displayhook"
"""What Python calls with the value of a line that is typed."""


@magics_class
class Whoruns(Magics):
    """The magic."""

    shell: InteractiveShell

    @no_var_expand
    @output_can_be_silenced
    @line_cell_magic
    def whoruns(self, line: str, cell: str | None = None) -> object:
        """Record a cell, or a program, and show who ran when.

        %%whoruns [-o FILE] [--lang LANGUAGE] [--follow PATH]… [--real]   as the first line of a cell
        %whoruns [-o FILE] [--lang LANGUAGE] [--follow PATH]… [--real] PROGRAM.py [ARGUMENT]…
        """
        __tracebackhide__ = True  # IPython leaves this function out of tracebacks
        options = parsed(line, cell is not None)
        if options is None:
            return None
        values: list[object] = []
        errors: list[BaseException] = []
        try:
            target = self.target(options)
            if cell is None:
                program, *own = options.m or options.program
                seen = command.recorded(program, own, options, f"%whoruns {line}")
            else:
                with displaying(values):
                    seen = record(
                        cell_of(self.shell, line, cell, errors), follow=options.follow, shows=True, real=options.real
                    )
            self.show(seen, options.lang, target, command.troubles(seen, options.lang)[bool(errors and seen.error) :])
        except (command.Refused, RecordError, FigureError) as error:
            raise UsageError(str(error)) from error
        if errors and seen.error:
            raise errors[0].with_traceback(from_cell(errors[0].__traceback__, self.shell))
        return values[-1] if values else None

    def target(self, options: Namespace) -> Path | None:
        """Return where the page is to be written: where -o says, or beside where nothing can be shown below a cell."""
        if self.is_notebook and not options.o:
            return None
        named = options.m or options.program
        name = Path(named[0]).stem if named else f"cell-{number_of_cell(self.shell)}"
        return command.target_of(options.o, Path(f"{name}.html"))

    def show(self, seen: Seen, language: str, target: Path | None, troubles: list[str]) -> None:
        """Show the figure, with its gaps, below the cell, where there is such a place; write it, if it is to be."""
        if seen.story is None or not self.is_notebook:
            command.say(*troubles)
        if seen.story is None:
            return
        if target is not None:
            command.say(str(command.write(target, command.contents(seen, target.suffix, language))))
        if self.is_notebook:
            html = framed(seen.name, seen.page(language), seen.svg(language))
            display({"text/html": html, "text/plain": "\n".join([seen.name, *troubles])}, raw=True)

    @property
    def is_notebook(self) -> bool:
        """Whether a kernel runs the cells, for a page that shows what they display."""
        return getattr(self.shell, "kernel", None) is not None


def parsed(line: str, is_cell: bool) -> Namespace | None:
    """Return the options of a line, or None if help has been printed; raise UsageError if it is not understood."""
    try:
        options = command.parser().parse_args(shlex.split(line))
    except ValueError as error:
        raise UsageError(str(error)) from error
    except SystemExit as error:
        if not error.code:
            return None
        raise UsageError("%whoruns --help says what there is") from error
    if options.beside:
        raise UsageError("--beside is for the command: in Python, whoruns.compared(one, other) shows two side by side")
    if is_cell and (options.program or options.m):
        raise UsageError("%%whoruns records the cell: name a program with %whoruns, in a line of its own")
    if not is_cell and not (options.program or options.m):
        raise UsageError("there is no program: %whoruns mine.py records one, %%whoruns at the top of a cell that cell")
    return options


def cell_of(shell: InteractiveShell, line: str, cell: str, errors: list[BaseException]) -> Cell:
    """Return a cell as a program: its lines count as in the notebook. Its error will be in `errors`.

    Raise SyntaxError, as compiling it does.
    """
    text = f"# %%whoruns {line}".rstrip() + "\n" + shell.transform_cell(cell)
    number = number_of_cell(shell)
    file = shell.compile.cache(text, number, raw_code=text)
    code, names = compiled(shell, text, file), shell.user_ns

    def run() -> None:
        try:
            called(lambda: eval(code, names))()
        except BaseException as error:
            errors.append(error)
            raise

    others = {
        path: Text(found[1], lines_of(path)) for path in list(linecache.cache)
        if path != file and (found := shell.compile.format_code_name(path)) and is_python(lines_of(path))
    }
    return Cell(text, f"In[{number}]", file, run, others, frozenset(names) - set(named(code)))


def number_of_cell(shell: InteractiveShell) -> int:
    """Return the number of the cell that runs."""
    return int(shell.displayhook.prompt_count)


def lines_of(file: str) -> str:
    """Return the text of an earlier cell."""
    return "".join(linecache.getlines(file))


def compiled(shell: InteractiveShell, text: str, file: str) -> CodeType:
    """Return the code of a cell, which may await, and displays the value of its last line."""
    tree = shell.transform_ast(shell.compile.ast_parse(text, file))
    if tree.body and isinstance(last := tree.body[-1], ast.Expr):
        shown = ast.Call(ast.parse(DISPLAYS, mode="eval").body, [last.value], [])
        last.value = ast.copy_location(shown, last.value)
    with shell.compile.extra_flags(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT):
        code: CodeType = shell.compile(ast.fix_missing_locations(tree), file, "exec")
    return code


def named(code: CodeType) -> Iterator[str]:
    """Yield the names of variables outside of functions that a code has."""
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from named(inner)


@contextmanager
def displaying(values: list[object]) -> Iterator[None]:
    """Let values that are displayed be added to a list: IPython displays them behind the figure."""
    before, sys.displayhook = sys.displayhook, values.append
    try:
        yield
    finally:
        sys.displayhook = before


def from_cell(trace: TracebackType | None, shell: InteractiveShell) -> TracebackType | None:
    """Return the part of a traceback that begins in a cell, or all of it if none does."""
    here = trace
    while here is not None and not shell.compile.format_code_name(here.tb_frame.f_code.co_filename):
        here = here.tb_next
    return here or trace
