// Python for a page. The first question lets a frame load it, whose policy allows what no page may do (../python.html).
//   await bookPython.ask(request, { progress, seconds })   the answer of press/playground/replies.py
//   bookPython.stop()                                      ends what runs, or loads; the next question begins anew
// progress(share) hears from 0 to 1 how much of Python is there. ask() throws { trouble, message }: trouble is "load",
// "crash", "memory", "time" or "stopped".
"use strict";
window.bookPython ??= (() => {
  const address = new URL("../python.html", document.currentScript.src);
  let frame, there, ready, fail; // the frame, whether it has all parts, what it promises, and how the promise is broken
  let tell = () => {};
  let serial = 0;
  const asked = new Map(); // by number: what becomes of a question

  const trouble = (kind, message = "") => Object.assign(new Error(message || kind), { trouble: kind });
  const give = (message) => frame.contentWindow.postMessage(message, "*"); // from the disk a frame has no origin to name

  addEventListener("message", ({ source, data }) => {
    if (!ready || source !== frame.contentWindow) return; // of nobody, or of what was stopped on its way
    if ("share" in data) tell(data.share);
    else if ("ready" in data) {
      there = true;
      tell(1);
      ready.resolve();
    }
    else if ("failed" in data) end(trouble(data.failed, data.message));
    else {
      asked.get(data.id)?.(data.reply);
      if (data.spent) expect(); // another worker begins
    }
  });

  const expect = () => {
    ready = {};
    ready.promise = new Promise((resolve, reject) => Object.assign(ready, { resolve, reject }));
    ready.promise.catch(() => {});
  };
  const begin = () => {
    if (ready) return ready.promise;
    expect();
    if (frame) give({ begin: true });
    else {
      frame = Object.assign(document.createElement("iframe"), { src: address, hidden: true, title: "Python" });
      frame.tabIndex = -1;
      document.body.append(frame);
    }
    return ready.promise;
  };

  // What was asked is not answered any more; the next question begins anew, with what has been loaded. A frame that is
  // still loading may not listen yet: it goes, and what it has fetched is in the browser's cache.
  function end(error) {
    if (there) give({ stop: true });
    else {
      frame.remove();
      frame = null;
    }
    ready.reject(error);
    ready = null;
    fail?.(error);
  }

  let last = Promise.resolve(); // one question after the other
  const ask = (request, { progress = () => {}, seconds = 15 } = {}) => last = last.catch(() => {}).then(async () => {
    tell = progress;
    const id = ++serial;
    const failed = new Promise((_, reject) => { fail = reject; });
    failed.catch(() => {});
    let timer;
    try {
      await Promise.race([begin(), failed]);
      const answer = new Promise((resolve) => asked.set(id, resolve));
      give({ id, request: JSON.stringify(request) });
      timer = setTimeout(() => end(trouble("time")), 1000 * seconds);
      return JSON.parse(await Promise.race([answer, failed]));
    } finally {
      clearTimeout(timer);
      asked.delete(id);
      fail = null;
      tell = () => {};
    }
  });
  return { ask, stop: () => ready && end(trouble("stopped")) };
})();
