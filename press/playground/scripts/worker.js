// The worker: Pyodide, unpacked from the bytes that it is sent, and a Python function that answers questions.
// The build puts this text into a script (press/commands/python_in_page.py).
// It speaks with the frame through a port that nothing but this text holds. Before a program runs, Python has lost its way
// to JavaScript (press/playground/walls.py), and JavaScript all but the language and what Pyodide needs to go on: no
// other worker, no message, no request, no listener and no storage is left that a program could make.
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
  const answerPage = python.pyimport("press.playground.replies").answer_page;
  const walls = python.pyimport("press.playground.walls");
  walls.watch(() => { spent = true; });
  walls.close();
  lose();
  return answerPage;
}

const KEPT = new Set(("Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp "
  + "Error AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError JSON Math Intl ArrayBuffer "
  + "Atomics Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array "
  + "Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set Iterator WeakMap WeakSet WeakRef Proxy Reflect "
  + "FinalizationRegistry SharedArrayBuffer DisposableStack AsyncDisposableStack decodeURI decodeURIComponent encodeURI "
  + "encodeURIComponent escape unescape eval isFinite isNaN globalThis self WebAssembly performance crypto TextDecoder TextEncoder "
  + "DOMException setTimeout clearTimeout constructor").split(" "));
function lose() {
  for (let scope = globalThis; scope !== Object.prototype; scope = Reflect.getPrototypeOf(scope)) {
    for (const name of Reflect.ownKeys(scope)) if (!KEPT.has(name)) Reflect.deleteProperty(scope, name);
  }
}

let answer;
let spent = false; // by what cannot be put back: another program needs another worker
onmessage = ({ data: { places, port } }) => {
  const tell = port.postMessage.bind(port);
  port.onmessage = async ({ data }) => {
    if (data.part) return void part(data.number).come(data.part);
    try {
      const reply = (await answer)(data.request);
      tell({ id: data.id, reply, spent });
    } catch (error) { // the interpreter itself has given up
      tell({ failed: /memory/i.test(error) ? "memory" : "crash", message: String(error) });
    }
  };
  answer = begin(places);
  answer.then(() => tell({ ready: true }), (error) => tell({ failed: "crash", message: String(error) }));
};
