// The worker: Pyodide, unpacked from the bytes that it is sent, and a Python function that answers questions.
// The build puts this text into a script (press/commands/python_in_page.py).
const most = 512 * 2 ** 20; // bytes of memory: a program that wants more gets Python's MemoryError
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65536 > most) throw new RangeError("too much memory");
  return grow.call(this, pages);
};

const script = (bytes) => import(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" })));
const arriving = []; // the parts: whoever comes first, a part or who waits for it, makes the promise
const part = (number) => arriving[number] ??= (() => {
  let come;
  const promise = new Promise((resolve) => { come = resolve; });
  return { promise, come };
})();

// A file lies in some of the parts, and is unpacked as soon as these are there.
async function unpacked({ from, size, each }) {
  const first = Math.floor(from / each);
  const last = Math.floor((from + size - 1) / each);
  const pieces = await Promise.all(Array.from({ length: last - first + 1 }, (_, n) => part(first + n).promise));
  const packed = new Blob(pieces).slice(from - first * each, from - first * each + size);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

async function begin(places) {
  const files = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, unpacked(place)]));
  const kinds = { "pyodide.asm.wasm": "application/wasm", "python_stdlib.zip": "application/zip" };
  globalThis.fetch = async (address) => { // nothing else can be fetched here
    const name = String(address).split("/").pop();
    return new Response(await files[name], { headers: { "Content-Type": kinds[name] } });
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    files["pyodide.mjs"].then(script), files["pyodide.asm.mjs"].then(script),
  ]);
  const python = await loadPyodide({
    indexURL: "https://nowhere.invalid/",
    createPyodideModule,
    lockFileContents: JSON.parse(new TextDecoder().decode(await files["lock.json"])),
    stdout: () => {}, stderr: () => {},
  });
  const book = new Uint8Array(await files.book);
  let start = book.indexOf(10) + 1; // behind the line that says what there is
  const folders = new Set();
  for (const [name, size] of JSON.parse(new TextDecoder().decode(book.subarray(0, start)))) {
    const path = `/book/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, book.subarray(start, start += size));
  }
  python.runPython("import sys; sys.path.insert(0, '/book'); from whoruns.memory import install; install.install()");
  return python.pyimport("press.playground.replies").answer_page;
}

let answer;
onmessage = async ({ data }) => {
  if (data.part) return void part(data.number).come(data.part);
  if (data.places) {
    answer = begin(data.places);
    answer.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: "crash", message: String(error) }));
    return;
  }
  try {
    postMessage({ id: data.id, reply: (await answer)(data.request) });
  } catch (error) { // the interpreter itself has given up
    postMessage({ failed: /memory/i.test(error) ? "memory" : "crash", message: String(error) });
  }
};
