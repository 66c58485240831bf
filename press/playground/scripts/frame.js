// In the frame: it loads the parts of Python, which are scripts, as from the disk nothing else can be loaded, and hands them to
// the worker. A worker whose address is its text has no origin, so no storage; and it has the policy of this frame, which
// allows it WebAssembly and no network.
// A part is a script in UTF-16, two bytes in each letter; a letter that cannot stand there comes as a sign and another letter
// (press/commands/python_in_page.py).
"use strict";
const { version, parts, places } = document.currentScript.dataset;
const folder = new URL(".", document.currentScript.src);
const tell = (message) => parent.postMessage(message, "*");
const loaded = [];
let worker;

const load = (name) => new Promise((onload, onerror) => {
  const script = Object.assign(document.createElement("script"), { src: new URL(`${name}?v=${version}`, folder), onload, onerror });
  document.head.append(script);
}).then(({ target }) => target.remove());

function bytes(text) {
  const letters = new Uint16Array(text.length);
  let size = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    letters[size++] = letter === 0xE000 ? text.charCodeAt(++at) ^ 0x8000 : letter;
  }
  return new Uint8Array(letters.buffer, 0, 2 * size);
}

window.bookPart = (number, text) => {
  loaded[number] = bytes(text);
  tell({ share: loaded.filter(Boolean).length / (+parts + 1) });
  worker?.postMessage({ number, part: loaded[number] });
};

function start() {
  const own = worker = new Worker(`data:text/javascript,${encodeURIComponent(bookWorker)}`, { type: "module" });
  own.onmessage = ({ data }) => { if (own === worker) tell(data); };
  own.onerror = ({ message }) => { if (own === worker) tell({ failed: "crash", message }); };
  own.postMessage({ places: JSON.parse(places) });
  loaded.forEach((part, number) => own.postMessage({ number, part }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.begin) start();
  else if (data.stop) {
    worker?.terminate();
    worker = null;
  } else worker?.postMessage(data);
});
const names = Array.from({ length: +parts }, (_, number) => `part-${number}.js`);
Promise.all([load("worker.js").then(start), ...names.map(load)]).catch(() => tell({ failed: "load" }));
