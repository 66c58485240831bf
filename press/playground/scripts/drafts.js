// What a reader writes, kept by the browser: under one name for all tabs, and for this tab besides. No tab writes over
// what it has not shown: whoever finds that another one has written there gets a name of its own, name~2, name~3, …
//   bookDrafts.read(name)             what this tab has written there, or else what any tab has; undefined if there is nothing
//   bookDrafts.shown(name, text)      this text is shown under the name, so it may be written over
//   bookDrafts.write(name, text)      keeps it, or with undefined nothing; returns { name, kept }: the name that it has now, and
//                                     whether all tabs have it, "tab" if only this one has, or "" if the browser has no room
//   bookDrafts.names(name)            the names beside this one under which something is kept
"use strict";
window.bookDrafts = (() => {
  let [kept, own] = [{}, {}];
  try { [kept, own] = [localStorage, sessionStorage]; } catch {} // a browser that keeps nothing
  const last = new Map(); // what this tab has shown or written there
  const put = (store, name, text) => {
    try {
      if (text === undefined) delete store[name];
      else store[name] = text;
      return true;
    } catch { return false; }
  };
  const base = (name) => name.replace(/~\d+$/, "");
  return {
    base,
    read: (name) => own[name] ?? kept[name],
    shown: (name, text) => { last.set(name, text); },
    names: (name) => Object.keys(kept).filter((each) => each !== name && base(each) === name).sort(),
    write(name, text) {
      if (kept[name] !== undefined && kept[name] !== last.get(name)) {
        put(own, name);
        if (text === undefined) return { name, kept: "all" };
        for (let n = 2; kept[name] !== undefined; n++) name = `${base(name)}~${n}`;
      }
      last.set(name, text);
      const tab = put(own, name, text);
      return { name, kept: put(kept, name, text) ? "all" : tab ? "tab" : "" };
    },
  };
})();
