// Listings, sessions, exercises and figures of a page are run and changed in it. What is changed is kept by the browser
// under try/turns.round_robin, try/turns.round_robin/session or, of what a figure runs, try/turns.round_robin/run, and
// goes into a link as #try=turns.round_robin:… (link.js). A puzzle is run as it stands, and changed in
// the workbench. offer.js has made the buttons and loads this; the first run loads python.js. What a run gives back is not
// trusted: text goes in as text, drawings through clean.js.
"use strict";
(() => {
  const words = window.bookTryWords;
  const { kept, root } = window.bookSearch;
  let own = {}; // what this tab keeps: another one may write under the same name
  try { own = sessionStorage; } catch {}
  const language = document.documentElement.lang.replace("-", "_");
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const button = (textContent, onclick, className = "") => make("button", { type: "button", className: `copy ${className}`, textContent, onclick });

  // Figures have panels when one has come near; what shows another run in them needs that of book.js (figure.js).
  async function shown() {
    window.bookSearch.panel?.();
    while (!window.bookPanels) await new Promise((go) => setTimeout(go, 50));
    loaded.figure ??= window.bookFigure ?? load(document.getElementById("try").dataset.figure);
    await loaded.figure;
  }
  const runs = new Map(); // what is known of the runs of a figure: names, listings, main() and what was chosen for it
  async function known(figure) {
    await shown();
    const [first, ...others] = await bookFigure.runs(figure);
    const files = [first, ...others].flatMap((run) => run.files);
    const listings = Object.assign({}, ...[first, ...others].map((run) => run.listings)); // those that the page does not show
    runs.set(figure, { names: [first, ...others].map(({ run }) => run).join(" "), entry: `${first.entry.trimEnd()}\n`, files, listings, view: first.view });
    return runs.get(figure);
  }

  // A part of the page that can be changed: a module, a session, or what a figure runs.
  const parts = new Map();
  function part(element) {
    const figure = element.matches("figure");
    const template = figure && element.querySelector("template.run");
    const name = figure ? template.dataset.run : element.dataset.listing;
    const kind = figure ? "run" : element.matches(".session") ? "session" : "module";
    const key = kind === "module" ? name : `${name}/${kind}`;
    if (parts.has(key)) return parts.get(key);
    if (element.matches(".piece")) return part(whole(name)); // a piece is changed where the page has the whole
    const original = figure ? runs.get(element).entry : element.querySelector("pre").textContent;
    const made = {
      element, name, kind, key, original, exercise: name.includes(".exercises."),
      file: figure ? words.main : element.querySelector(".file").textContent,
      offer: element.querySelector(".edit, .solve, .change"), text: own[`try/${key}`] ?? kept[`try/${key}`] ?? original,
    };
    parts.set(key, made);
    if (figure) element.addEventListener("drawn", () => { // what is said of another drawing
      made.note?.remove();
      made.note = null;
    });
    return made;
  }
  const whole = (name) => document.querySelector(`.code.module[data-try]:not(.piece)[data-listing="${CSS.escape(name)}"]`);
  const changed = (each) => each.text !== each.original;

  // All listings of the page that are changed: the programs on it are run with them.
  const edits = () => Object.fromEntries([...document.querySelectorAll(".code.module[data-try]:not(.piece)")].map(part)
    .filter(changed).map(({ name, text }) => [name, text]));

  function keep(each) {
    for (const store of [own, kept]) {
      try {
        if (changed(each)) store[`try/${each.key}`] = each.text;
        else delete store[`try/${each.key}`];
      } catch { each.said.textContent = words.full; }
    }
    bookOffer.label(each.offer, each.key);
  }

  addEventListener("storage", ({ key }) => {
    const each = [...parts.values()].find((one) => key === `try/${one.key}`);
    if (each?.editor && kept[key] !== each.text) each.said.textContent = words.elsewhere;
  });

  // The editor stands where the code stood, or below the drawing.
  function edit(element) {
    const each = part(element);
    for (let box = each.element; (box = box.closest("details:not([open])"));) box.open = true;
    if (!each.editor) {
      const area = make("textarea", { id: `try-${each.key}`, ariaLabel: fill(words.editor, { file: each.file }), value: each.text });
      const go = () => (each.kind === "run" ? runAgain(each) : run(each.element));
      each.said = make("p", { className: "try-said", role: "status" });
      each.box = make("div", { className: "try-editor" }, area, make("div", { className: "try-bar" },
        button(each.exercise ? words.check : words.run, go, "go"), button(words.reset, () => each.editor.reset(each.original)),
        button(words.share, () => share(each)), button(words.close, () => close(each))), each.said);
      (each.kind === "run" ? element.querySelector(".figure-bar") : each.element.querySelector("[class^=highlight-]")).after(each.box);
      each.editor = bookEditor(area, { kind: each.kind === "session" ? "pycon" : "python", hint: words.hint, run: go });
      area.addEventListener("input", () => {
        each.text = area.value;
        each.said.textContent = "";
        if (location.hash.startsWith("#try=")) history.replaceState(history.state, "", location.pathname + location.search);
        keep(each);
      });
    }
    each.box.hidden = false;
    each.element.classList.add("editing");
    return each;
  }

  function close(each) {
    each.box.hidden = true;
    each.element.classList.remove("editing");
    (each.offer.closest(".more:not([open])")?.firstElementChild ?? each.offer).focus();
  }

  async function share(each) {
    if (each.text.length > bookLink.LONGEST) {
      each.said.textContent = words.long;
      return;
    }
    const address = `${location.href.split("#")[0]}#try=${each.key}:${await bookLink.pack(each.text)}`;
    try {
      await navigator.clipboard.writeText(address);
      each.said.textContent = words.shared;
    } catch { // plain http, or the browser does not want to
      history.replaceState(history.state, "", address);
      each.said.textContent = words.address;
    }
  }

  // A link shows its program, and nothing runs.
  async function open(hash) {
    const [, key, letters] = /^#try=([\w./]+):([\w-]+)$/.exec(hash) ?? [];
    const [name, kind] = key?.split("/") ?? [];
    const element = kind === "run" ? document.querySelector(`figure:has(template.run[data-run="${CSS.escape(name)}"])`)
      : kind === "session" ? document.querySelector(`.code.session[data-try][data-listing="${CSS.escape(name)}"]`) : key && whole(name);
    try {
      const text = await bookLink.unpack(letters);
      if (kind === "run") await known(element);
      const each = edit(element);
      each.text = text;
      each.editor.show(text);
      each.said.textContent = words.linked;
      each.box.scrollIntoView({ block: "center" });
    } catch {
      document.querySelector("article h1").after(make("p", { className: "try-broken", role: "alert", textContent: words.broken }));
    }
  }

  // What a run needs is loaded when it is needed; what keeps it from coming is trouble of the kind "load".
  const loaded = {};
  const load = (path) => new Promise((resolve, reject) => {
    document.head.append(make("script", { src: root + path, onload: resolve, onerror: () => reject({ trouble: "load" }) }));
  });
  async function python() {
    loaded.python ??= load("../run/python.js").catch((error) => {
      loaded.python = null;
      throw error;
    });
    await loaded.python;
  }

  // Below a session, or code that has none below it, there is room for what came of it.
  function room(element) {
    const next = element.nextElementSibling;
    const after = element.matches("figure") ? element.querySelector(".try-editor") : next?.matches(".code.session") ? next : element;
    const found = after.nextElementSibling;
    if (found?.matches(".tried")) return found;
    const made = make("div", { className: "tried", role: "group", ariaLabel: words.result });
    after.after(made);
    return made;
  }

  let last = Promise.resolve(); // one run after the other: figures may still be drawn anew
  let busy = 0;
  function asked(box, requests) {
    if (box.querySelector(".try-waits")) return last; // once is enough
    if (busy++) {
      const waits = make("p", { className: "try-waits", role: "status" });
      if (!box.querySelector(".try-bar")) box.replaceChildren();
      box.append(waits);
      setTimeout(() => { waits.textContent = words.waits; });
    }
    return last = last.catch(() => {}).then(() => work(box, requests)).finally(() => { busy--; });
  }
  async function work(box, requests) {
    const status = make("p", { className: "try-status", role: "status" });
    const bar = make("progress", { max: 1, value: 0, ariaLabel: words.fetching, hidden: true });
    const stop = Object.assign(button(words.stop, () => bookPython.stop()), { hidden: true }); // until there is what it stops
    const working = make("div", { className: "try-bar" }, bar, stop);
    box.replaceChildren(status, working);
    let told = false; // how it went; what is still done for the figures is not said
    const put = (text) => { if (!told && status.textContent !== text) status.textContent = text; };
    const say = (text) => { put(text); told = true; };
    const slow = setTimeout(put, 300, words.running);
    const ask = async (request) => {
      await python();
      stop.hidden = false;
      return bookPython.ask({ language, ...request }, {
        seconds: 15,
        progress(share) {
          bar.hidden = share >= 1;
          bar.value = share;
          clearTimeout(slow);
          put(share < 1 ? words.fetching : words.running);
        },
      });
    };
    try {
      await requests(ask, { say, box });
    } catch (error) {
      told = false;
      say(words[`trouble_${error.trouble}`] ?? words.trouble_crash);
      if (!error.trouble) throw error;
    } finally {
      clearTimeout(slow);
      working.remove();
    }
  }

  // A puzzle is run as it stands; what it prints, and its drawing, come below it.
  function puzzle(box, code) {
    const result = box.querySelector(":scope > .tried") ?? box.appendChild(make("div", { className: "tried", role: "group", ariaLabel: words.result }));
    return asked(result, async (ask, { say }) => {
      const { figure, output, error, cannot } = await ask({ do: "program", source: part(code).original, title: part(code).file.split("/").pop() });
      say(error ? error.words : fill(words.ended, { n: output.length }));
      result.append(make("pre", { className: "highlight notranslate", textContent: output.join("\n") || words.nothing }), ...cannot.map((textContent) => make("p", { textContent })));
      const svg = figure && bookClean.svg(figure.svg);
      if (svg) result.append(make("div", { className: "drawing" }, svg), make("details", {}, make("summary", { textContent: words.table }), table(figure.table)));
      unreal(result);
      result.scrollIntoView({ block: "nearest" });
    });
  }
  function table({ head, body }) {
    const cell = (name, texts) => make(name, {}, ...texts.flatMap(([text, code], n) => [n ? " · " : "", code ? make("code", { textContent: text }) : text]));
    const row = (name, cells) => make("tr", {}, ...cells.map((texts) => cell(name, texts)));
    return make("div", { className: "table-wrapper", tabIndex: 0 }, make("table", { className: "docutils" },
      make("thead", {}, row("th", head.map((text) => [[text]]))), make("tbody", {}, ...body.map((cells) => row("td", cells)))));
  }

  // A session, or the one of an exercise, is run with all that is changed on the page.
  function run(element) {
    const around = element.matches(".module") && element.closest(".puzzle");
    if (around) return puzzle(around, element);
    const each = part(element);
    const session = document.querySelector(`.code.session[data-try][data-listing="${CSS.escape(each.name)}"]`);
    const typed = session && changed(part(session)) ? part(session).text : null;
    const request = each.exercise
      ? { do: "exercise", name: each.name.replace(".exercises.", "."), edits: { [each.name]: each.text } }
      : { do: "session", listing: each.name, edits: edits(), session: typed };
    each.editor?.mark(0);
    const box = room(element.matches(".piece") ? element : each.element);
    return asked(box, async (ask, { say }) => {
      const reply = await ask(request);
      tell(each, box, say, reply, Object.keys(request.edits), typed !== null);
      box.scrollIntoView({ block: "nearest" });
      if (each.exercise) {
        try {
          if (reply.right) kept[`try/${each.key}/solved`] = "1";
        } catch {}
        bookOffer.label(each.offer, each.key);
        return;
      }
      await redraw(ask);
    });
  }

  function tell(each, box, say, { examples, right, said }, changed, own) {
    const values = { n: examples.filter((example) => example.right).length, all: examples.length };
    const sum = each.exercise ? right ? words.solved : words.unsolved : right ? own ? words.right : words.same : words.wrong;
    say(`${right ? "✓" : "✗"} ${fill(sum, values)}`);
    box.classList.toggle("wrong", !right);
    const list = make("ol", { className: "try-examples" }, ...examples.map(example));
    const all = make("details", { open: !right }, make("summary", { textContent: words.examples }), list);
    const files = changed.map((name) => part(whole(name)).file);
    if (files.length && !each.exercise) box.append(make("p", { className: "try-with", textContent: fill(words.with, { files: files.join(", ") }) }));
    box.append(all, ...said.map((text) => make("p", {}, ...places(text))));
    unreal(box);
  }

  function example({ source, want, got, right }) {
    const code = (text, ...more) => make("pre", { className: "highlight notranslate" }, ...(text ? more : [make("em", { textContent: words.nothing })]));
    const shown = source.trimEnd().replace(/^/gm, "... ").replace(/^\.\.\./, ">>>");
    const typed = code(shown, ...bookColoured(shown, "pycon"));
    if (right) return make("li", { className: "right" }, typed, ...(got ? [code(got, got.trimEnd())] : []));
    return make("li", { className: "wrong" }, typed, make("p", { textContent: words.expected }), code(want, want.trimEnd()),
      make("p", { textContent: words.printed }), code(got, ...places(got.trimEnd())));
  }

  // A text in which the lines of listings of this page are buttons that lead there.
  function places(text) {
    const found = [];
    let end = 0;
    for (const match of text.matchAll(/File "([^"\n]+)", line (\d+)/g)) {
      const link = place(match[1], +match[2]);
      if (!link) continue;
      found.push(text.slice(end, match.index), link);
      end = match.index + match[0].length;
    }
    return [...found, text.slice(end)];
  }
  function place(file, line) {
    const name = file.split("/").slice(-2).join("/");
    const found = [...document.querySelectorAll(".code.module[data-try]:not(.piece)"), ...document.querySelectorAll("figure.editing")].map(part)
      .find((each) => each.file === file || each.file.endsWith(`/${name}`));
    return found && button(fill(words.place, { file: found.file.split("/").pop(), line }), () => edit(found.element).editor.goTo(line), "place");
  }

  // What is not real there is said once on a page.
  let said = false;
  function unreal(box) {
    if (said && !box.querySelector(".try-unreal")) return;
    said = true;
    box.append(make("details", { className: "try-unreal" }, make("summary", { textContent: words.unreal }), ...words.unreals.map((text) => make("p", { textContent: text }))));
  }

  // Figures that follow a changed listing, or run something else, are recorded and drawn anew; others are as recorded.
  const figures = () => [...document.querySelectorAll("figure.run:has(> p > .change)")];
  async function redraw(ask, only) {
    for (const figure of only ?? figures()) {
      const { names, files, view } = await known(figure);
      const each = part(figure);
      const own = edits();
      if (!changed(each) && !files.some((name) => name in own)) {
        recorded(each);
        continue;
      }
      const reply = await ask({ do: "record", run: names, edits: own, entry: changed(each) ? each.text : null, ...(view && { view }) });
      draw(each, reply, own);
    }
  }

  // Only what has gone through clean.js is put into the page as it is. A listing that nobody has changed stays the page's
  // own, in its language.
  function draw(each, { figure: drawn, error, differs }, own) {
    const { element } = each;
    recorded(each);
    const svg = drawn && bookClean.svg(drawn.svg);
    if (svg) {
      const { files, listings: hidden } = runs.get(element);
      const listings = Object.fromEntries(Object.entries(drawn.listings).filter(([name]) => name in own || !files.includes(name))
        .map(([name, lines]) => [name, lines.map(bookClean.line)]));
      const plain = (part) => ({ ...part, steps: { ...part.steps, listings: hidden } });
      bookFigure(element, { ...plain(drawn), svg, listings, entry: each.text, more: (drawn.more ?? []).map(plain) });
    }
    const how = error ? [`${error.words} `, place(error.file, error.line) ?? ""] : [differs?.words ?? (svg ? words.alike : "")];
    each.note = make("div", { className: "try-note", role: "status" }, make("b", { textContent: svg ? words.drawn : words.undrawn }), " ", ...how, " ",
      ...(svg ? [button(words.recorded, () => { recorded(each); each.offer.focus(); })] : []));
    element.querySelector(".woven").before(each.note);
  }

  function recorded(each) {
    if (each.note) bookFigure(each.element);
  }

  // What a figure runs is changed below it.
  const runAgain = (each) => asked(room(each.element), async (ask, { say }) => {
    await redraw(ask, [each.element]);
    say(each.note?.querySelector("b").textContent ?? words.alike);
    unreal(room(each.element));
    each.note?.scrollIntoView({ block: "nearest" });
  });

  async function change(figure) {
    await known(figure);
    enter(figure);
  }
  async function vary(figure, changed) { // vary.js has been told a value that is not recorded
    await known(figure);
    const each = edit(figure);
    each.text = changed(each.original);
    each.editor.show(each.text);
    keep(each);
    return runAgain(each);
  }
  function enter(element) {
    const each = edit(element);
    each.box.querySelector("textarea").focus({ preventScroll: true });
    each.box.scrollIntoView({ block: "nearest" });
  }
  window.bookTry = { run, edit: enter, solve: enter, change, vary, open };
})();
