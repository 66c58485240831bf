// The workbench: a program of the reader's own is run, recorded and drawn. What it is made of is
// press/reader/templates/workbench.html; the programs to begin with are the listings of its page, as they stand there, and
// the puzzles of the chapters, which it has in templates.
// workbench.html#example=blocked shows one of them, and #p=… carries a program (link.js): JSON, [source, lines typed].
// What a reader has written into each of them is kept by the browser under "workbench/blocked", "workbench/" is the
// reader's own program, "workbench/linked" the one of the last link, "workbench/blocked~2" one that another tab has written
// (drafts.js); "workbench" says which was there last. Nothing runs until it is asked to, and what comes back is not
// trusted: text goes in as text, drawings through clean.js.
"use strict";
addEventListener("DOMContentLoaded", () => { // after book.js
  const bench = document.querySelector(".bench");
  const get = (name) => bench.querySelector(`.bench-${name}`);
  const [note, choice, source, typed, status, result] = ["note", "example", "source", "typed", "status", "result"].map(get);
  const { kept, root } = window.bookSearch;
  const words = { ...bench.dataset };
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };

  // The programs of the page, in groups as they stand there; each has a button that brings it here.
  const examples = new Map();
  const groups = new Map();
  for (const code of document.querySelectorAll(".code.module[data-listing^='workbench.'], template.program")) {
    const name = code.dataset.name ?? code.dataset.listing.split(".")[1];
    examples.set(name, (code.content ?? code.querySelector("pre")).textContent);
    const group = (code.closest("details")?.querySelector("summary") ?? code.closest("section").querySelector("h2").firstChild).textContent;
    if (!groups.has(group)) groups.set(group, choice.appendChild(make("optgroup", { label: group })));
    const title = code.dataset.title ?? code.closest(".listing").querySelector(".caption-text").textContent.replace(/\s*¶$/, "");
    groups.get(group).append(make("option", { value: name, textContent: title }));
  }

  // What is loaded when somebody comes near, and what when the first program runs.
  const script = (src) => new Promise((onload, onerror) => document.head.append(make("script", { src, onload, onerror, async: false })));
  const style = (href) => document.head.append(make("link", { rel: "stylesheet", href }));
  const once = (load) => {
    let loading;
    return () => loading ??= load().catch((error) => { loading = null; throw error; });
  };
  let editor;
  const tools = once(async () => {
    const { styles, words: said, scripts } = document.getElementById("try").dataset;
    for (const path of styles.split(" ")) style(root + path);
    await Promise.all([said, ...scripts.split(" ").filter((path) => /(link|clean|editor)\.js/.test(path))].map((path) => script(root + path)));
    const [start, end] = [source.selectionStart, source.selectionEnd];
    const focused = document.activeElement === source;
    editor ??= bookEditor(source, { hint: bookTryWords.hint, run });
    if (focused) source.focus({ preventScroll: true });
    source.setSelectionRange(start, end);
  });
  const panel = once(() => {
    const { style: sheet, words: said, script: code } = document.getElementById("panel").dataset;
    style(sheet);
    return Promise.all([said, code, root + document.getElementById("try").dataset.figure].map(script));
  });
  const python = once(() => script(`${root}../run/python.js`));

  // A program is called like the example that it was made of, while half of the example's lines are in it.
  function file() {
    const own = new Set(source.value.split("\n"));
    const name = bookDrafts.base(choice.value);
    const before = examples.get(name)?.split("\n").filter((line) => line.trim()) ?? [];
    return `${before.length && 2 * before.filter((line) => own.has(line)).length >= before.length ? name : "mine"}.py`;
  }
  const lines = () => typed.value.split("\n").slice(0, typed.value.endsWith("\n") || !typed.value ? -1 : undefined);
  function say(text) {
    if (status.textContent !== text) status.textContent = text;
  }
  function warn(text = "") {
    note.textContent = text;
    note.hidden = !text;
  }

  const LINKED = "linked";
  const offered = (value) => [...choice.options].find((each) => each.value === value);
  function offer(name) { // also the copies that tabs have made
    if (offered(name)) return;
    const [, number] = /~(\d+)$/.exec(name) ?? [];
    const title = number ? `${offered(bookDrafts.base(name))?.textContent ?? words.from} (${number})` : words.from;
    const option = make("option", { value: name, textContent: title });
    if (number && offered(bookDrafts.base(name))) offered(bookDrafts.base(name)).after(option);
    else choice.append(option);
  }
  function offerCopies() {
    for (const name of ["", ...examples.keys(), LINKED]) for (const copy of bookDrafts.names(slot(name))) offer(copy.slice("workbench/".length));
  }

  // A program comes into the editor: from the page, from a link, or as the reader has left it.
  function show(name, text, input) {
    if (ran) window.bookPython?.stop(); // it was another program's
    ran = null;
    offer(name);
    choice.value = name;
    if (editor) editor.show(text);
    else source.value = text;
    typed.value = input.map((line) => `${line}\n`).join("");
    get("file").textContent = file();
    bookDrafts.shown(slot(name), packed());
    get("input").open = input.length > 0;
    result.hidden = true;
    say("");
    warn();
  }
  let linked; // what the link has carried
  let ran; // what runs: its name and its text
  const first = [...examples.keys()][0] ?? "";
  const original = (name) => (bookDrafts.base(name) === LINKED && linked) || [examples.get(bookDrafts.base(name)) ?? "", []];
  const slot = (name) => `workbench/${name}`;
  const packed = () => JSON.stringify([source.value, lines()]);
  function keep() {
    const [name, now] = [choice.value, packed()];
    const same = now === JSON.stringify(original(name)) && bookDrafts.base(name) !== LINKED;
    const there = bookDrafts.write(slot(name), same ? undefined : now);
    const own = there.name.slice("workbench/".length);
    if (own !== name) {
      offer(own);
      choice.value = own;
      warn(fill(words.beside, { title: offered(own).textContent }));
    }
    remember(own);
    lost = there.kept !== "all";
    if (lost) warn(there.kept ? words.tab : words.full);
    else if ([words.tab, words.full].includes(note.textContent)) warn();
    get("file").textContent = file();
  }
  let lost = false;
  addEventListener("beforeunload", (event) => { if (lost) event.preventDefault(); });
  function remember(name) {
    for (const store of ["sessionStorage", "localStorage"]) try { window[store].workbench = name; } catch {}
  }
  function bring(name) {
    try {
      const [text, input] = JSON.parse(bookDrafts.read(slot(name)));
      if (name === LINKED) linked ??= [text, input];
      show(name, text, input);
    } catch {
      show(name, ...original(name));
    }
  }
  function again() {
    let name;
    try { name = sessionStorage.workbench; } catch {}
    name ??= kept.workbench;
    bring(name === "" || examples.has(name) || (name && bookDrafts.read(slot(name))) ? name : first);
  }
  addEventListener("storage", ({ key, newValue }) => { // another tab has written
    if (key?.startsWith("workbench/") && newValue !== null) offerCopies();
    if (key === slot(choice.value) && newValue !== packed()) warn(words.elsewhere);
  });

  // What an address asks for; a link shows its program, and nothing runs.
  async function open() {
    const [, kind, value] = /^#(p|example)=(.*)$/.exec(location.hash) ?? [];
    if (kind === "example" && examples.has(value)) bring(value);
    else if (kind === "p") {
      try {
        await tools();
        const [text, input] = JSON.parse(await bookLink.unpack(value));
        if (![text, ...input].every((each) => typeof each === "string")) throw new TypeError("no program");
        linked = [text, input];
        show(LINKED, text, input);
        warn(words.linked);
      } catch {
        again();
        warn(words.broken);
      }
    } else return false;
    bench.scrollIntoView();
    return true;
  }

  async function share() {
    await tools();
    const text = packed();
    get("copy").hidden = text.length <= bookLink.LONGEST;
    if (!get("copy").hidden) return say(words.long);
    const address = `${location.href.split("#")[0]}#p=${await bookLink.pack(text)}`;
    history.replaceState(history.state, "", address); // whoever goes on in another language takes it along
    try {
      await navigator.clipboard.writeText(address);
      say(words.copied);
    } catch { // plain http, or the browser does not want to
      say(words.address);
    }
    return null;
  }
  async function copy() {
    try {
      await navigator.clipboard.writeText(source.value);
      say(words.program);
    } catch { // plain http, or the browser does not want to
      source.focus();
      source.select();
      say(words.select);
    }
  }

  // A line of the program is a button that leads there.
  function place({ file: name, line }, title) {
    const text = fill(words.line, { file: name, line });
    return name === title ? make("button", { type: "button", className: "copy", textContent: text, onclick: () => editor.goTo(line) }) : text;
  }

  let busy = false;
  async function run() {
    if (busy) return;
    busy = true;
    const [bar, stop] = [get("progress"), get("stop")];
    const own = ran = { title: file(), source: source.value };
    get("run").ariaDisabled = "true";
    result.hidden = true;
    let slow;
    try {
      await tools();
      editor.mark(0);
      warn();
      keep();
      slow = setTimeout(() => say(bookTryWords.running), 300);
      bar.ariaLabel = bookTryWords.fetching;
      await python();
      if (own !== ran) return;
      stop.hidden = false;
      const language = document.documentElement.lang.replace("-", "_");
      const request = { do: "program", language, source: own.source, typed: lines(), title: own.title };
      const progress = (share) => {
        clearTimeout(slow);
        bar.hidden = share >= 1;
        bar.value = share;
        say(share < 1 ? bookTryWords.fetching : bookTryWords.running);
      };
      const reply = await bookPython.ask(request, { seconds: 15, progress });
      clearTimeout(slow);
      if (own === ran) await tell(reply, own);
    } catch (error) {
      if (!error?.trouble && window.bookTryWords && window.bookPython) throw error;
      if (own === ran) say(window.bookTryWords?.[`trouble_${error?.trouble}`] ?? window.bookTryWords?.trouble_load ?? "");
    } finally {
      clearTimeout(slow);
      if (own === ran) ran = null;
      else say("");
      busy = false;
      get("run").ariaDisabled = null;
      if (stop === document.activeElement) get("run").focus();
      stop.hidden = bar.hidden = true;
    }
  }

  async function tell({ figure, output, error, ending, cannot }, { title, source: text }) {
    result.hidden = false;
    say(fill(error ? words.failed : ending && ending !== "nothing" ? words.cut : words.ended, { n: output.length }));
    get("error").replaceChildren(...(error ? [error.words, " ", error.line ? place(error, title) : ""] : []));
    if (error?.line && error.file === title && text === source.value) editor.mark(error.line);
    get("cannot").hidden = !cannot.length;
    get("cannot").querySelector("ul").replaceChildren(...cannot.map((textContent) => make("li", { textContent })));
    get("output").textContent = output.length ? output.join("\n") : words.nothing;
    const unreal = get("unreal");
    if (!unreal.firstChild) unreal.append(make("summary", { textContent: bookTryWords.unreal }), ...bookTryWords.unreals.map((textContent) => make("p", { textContent })));
    await draw(figure, title);
    result.scrollIntoView({ block: "nearest" });
    status.scrollIntoView({ block: "nearest" }); // it is said first
  }

  // The same elements as around a figure of a page (press/figures/figure.py); figure.js puts into them what there is to see.
  async function draw(figure, title) {
    const svg = figure && bookClean.svg(figure.svg);
    get("drawn").replaceChildren();
    if (!svg) return;
    await panel();
    const listings = Object.fromEntries(Object.entries(figure.listings).map(([name, code]) => [name, code.map(bookClean.line)]));
    const made = make("figure", { className: "run" },
      make("div", { className: "woven" }, make("div", { className: "drawing" })),
      make("figcaption", {}, make("p", { textContent: fill(words.drawing, { file: title }) })),
      make("div", { className: "legend" }, make("details", {}, make("summary", { textContent: words.table }))));
    get("drawn").append(made);
    frames.observe(made.querySelector(".drawing")); // of book.js: a keyboard reaches what scrolls
    bookFigure(made, { ...figure, svg, listings });
  }

  get("run").onclick = run;
  get("stop").onclick = () => window.bookPython?.stop();
  get("link").onclick = share;
  get("copy").onclick = copy;
  get("reset").onclick = () => {
    const [text, input] = original(choice.value);
    editor?.reset(text); // which can be undone
    show(choice.value, text, input);
    keep();
  };
  choice.onchange = () => {
    bring(choice.value);
    remember(choice.value);
  };
  for (const field of [source, typed]) field.addEventListener("input", () => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search); // it is another program now
    get("copy").hidden = true;
    keep();
  });
  source.addEventListener("keydown", (event) => { // before the editor is there
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && !editor) run();
  });
  for (const kind of ["focusin", "pointerdown"]) bench.addEventListener(kind, () => tools().catch(() => {}), { once: true });
  addEventListener("hashchange", open);
  if (kept[slot(LINKED)]) offer(LINKED);
  offerCopies();
  again();
  bench.hidden = false;
  open();
});
