// In the frame: it loads the parts of Python, which are scripts, as from the disk nothing else can be loaded, and hands them to
// the worker. A worker whose address is its text has no origin, so no storage; and it has the policy of this frame, which
// allows it WebAssembly and no network. A worker whose last program has left marks goes, and another one begins.
// A part is a script in UTF-16, two bytes in each letter; a letter that cannot stand there comes as a sign and another letter
// (press/commands/python_in_page.py).
"use strict";
const { version, parts, places } = document.currentScript.dataset;
const folder = new URL(".", document.currentScript.src);
const tell = (message) => parent.postMessage(message, "*");
const loaded = [];
let worker, port; // the one that answers, and the way to it
let asked; // the number of the question that it has

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
  port?.postMessage({ number, part: loaded[number] });
};

function end() {
  worker?.terminate();
  worker = port = null;
}

// What a worker may tell is that it is ready, and one answer to what it is asked. All else is a program's doing, and ends
// it: nothing that it sends can fill the page.
const proper = (data) => asked && data?.id === asked && typeof data.reply === "string";

function start() {
  end();
  const own = worker = new Worker(`data:text/javascript,${encodeURIComponent(bookWorker)}`, { type: "module" });
  const { port1, port2 } = new MessageChannel();
  let ready = false;
  const hear = (data) => {
    if (own !== worker) return;
    if (!ready && data?.ready) {
      ready = true;
      tell({ ready });
    } else if (proper(data)) {
      const { id, reply, spent } = data;
      asked = null;
      tell({ id, reply, spent });
      if (spent) start();
    } else {
      end();
      tell({ failed: data?.failed === "memory" ? "memory" : "crash", message: String(data?.message ?? "") });
    }
  };
  own.onerror = ({ message }) => hear({ failed: "crash", message });
  own.onmessage = own.onmessageerror = port1.onmessageerror = () => hear();
  port1.onmessage = ({ data }) => hear(data);
  asked = null;
  own.postMessage({ places: JSON.parse(places), port: port2 }, [port2]);
  port = port1;
  loaded.forEach((part, number) => port.postMessage({ number, part }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent) return;
  if (data.begin) start();
  else if (data.stop) end();
  else {
    asked = data.id;
    port?.postMessage(data);
  }
});
const names = Array.from({ length: +parts }, (_, number) => `part-${number}.js`);
Promise.all([load("worker.js").then(start), ...names.map(load)]).catch(() => tell({ failed: "load" }));
