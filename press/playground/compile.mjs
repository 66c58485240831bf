// Compiles, with the very Python that will run them, the modules that every reader loads: it starts in a third of the time then.
//   node compile.mjs PYODIDE BOOK LEFT_OUT
// BOOK is a JSON file with texts by name, LEFT_OUT a regular expression: what of the standard library is left out, unless
// the book loads it. Writes BOOK.zip, the rest of the library, and BOOK anew: a line of JSON with names and sizes, and all
// files one after the other. Of the press and of whoruns, there is only what is compiled; it needs its texts for nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, book, leftOut] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
// Columns are left out of what is compiled, a third of it: they are for marking a part of a line, where its text is.
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
const texts = JSON.parse(readFileSync(book, "utf-8"));
for (const [name, text] of Object.entries(texts)) {
  python.FS.mkdirTree(`/book/${name}`.replace(/\/[^/]*$/, ""));
  python.FS.writeFile(`/book/${name}`, text);
}
python.FS.writeFile("/library.zip", readFileSync(`${pyodide}/python_stdlib.zip`));
python.globals.set("left_out", leftOut);
python.runPython(`
import importlib._bootstrap_external as external, json, os, re, sys, zipfile
sys.path.insert(0, "/book")
from whoruns.memory import install as memory
memory.install()
import press.playground.replies, press.playground.walls
loaded = {name.replace(".", "/"): each.__spec__ for name, each in sys.modules.items()}
frozen = {name for name, spec in loaded.items() if spec and spec.origin == "frozen"}  # the interpreter itself has them

def compiled(data, path):
    return external._code_to_hash_pyc(compile(data, path, "exec", dont_inherit=True), bytes(8), False)

def module(name):
    return name.removesuffix(".py").removesuffix("/__init__")

with zipfile.ZipFile("/library.zip") as given, zipfile.ZipFile("/made.zip", "w", zipfile.ZIP_STORED) as made:
    for entry in given.infolist():
        name, data = entry.filename, given.read(entry)
        if module(name) in loaded.keys() - frozen:
            made.writestr(zipfile.ZipInfo(name + "c"), compiled(data, "/lib/python314.zip/" + name))
        elif module(name) not in frozen and not re.match(left_out, name):
            made.writestr(zipfile.ZipInfo(name), data)

files = {}
for path in sorted(os.path.join(folder, name) for folder, _, names in os.walk("/book") for name in names):
    name = path.removeprefix("/book/")
    data = open(path, "rb").read()
    if not (name.startswith(("press/", "whoruns/")) and name.endswith(".py")):
        files[name] = data
    elif module(name) in loaded:
        files[name + "c"] = compiled(data, path)
with open("/made.book", "wb") as book:
    book.write(json.dumps([[name, len(data)] for name, data in files.items()]).encode() + b"\\n")
    book.writelines(files.values())
`);
writeFileSync(`${book}.zip`, python.FS.readFile("/made.zip"));
writeFileSync(book, python.FS.readFile("/made.book"));
