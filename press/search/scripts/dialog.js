// The dialog: a field, and what is found as one types. Arrows, Enter and Escape do what they do elsewhere.
const LENGTH = 170; // of an excerpt; a Han character counts twice
const SHOWN = 8;
const AT_ONCE = 4; // excerpts, for which a key waits: those that a telephone shows
const INSIDE = new RegExp(`^[^\\s${HAN}]{2}$`); // two signs of one word; between Han characters a text may be cut
const PAUSE = 150; // milliseconds without a key, after which texts of more pages are asked for

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// What pages say, for the excerpts: {anchor: [prose, code]} of each.
const texts = new Map();
bookSearch.said = ([page, said]) => texts.set(page, said);

// Where the word ends in which a text would be cut.
function wordEnd(text, at) {
  while (at < text.length && INSIDE.test(text.slice(at - 1, at + 1))) at += 1;
  return Math.min(at, text.length);
}

// A text, in which words that mean what was asked are marked.
function marked(engine, text, terms) {
  const parts = [];
  let at = 0;
  for (const word of engine.split(text)) {
    if (word.end <= at || !engine.means(word, terms)) continue;
    const from = Math.max(at, word.at);
    if (from === at && parts.length && word.han) parts.at(-1).append(text.slice(from, word.end)); // pairs that overlap
    else parts.push(text.slice(at, from), make("mark", {}, text.slice(from, word.end)));
    at = word.end;
  }
  return [...parts, text.slice(at)];
}

// The stretch with the most different words, from the beginning of a sentence if one is near.
function excerpt(engine, text, terms, length) {
  const hits = engine.split(text).filter((word) => engine.means(word, terms));
  if (!hits.length) return null;
  let [best, most] = [hits[0], 0];
  hits.forEach((hit, i) => {
    const near = hits.slice(i).filter((other) => other.end - hit.at < length * 0.7);
    const much = new Set(near.map((other) => other.term)).size + near.length / 50;
    if (much > most) [best, most] = [hit, much];
  });
  const sentence = [...text.slice(0, best.at).matchAll(/[.?!]\s|[。？！\n]/g)].at(-1);
  const begun = sentence ? sentence.index + sentence[0].length : 0;
  const start = best.at - begun < length * 0.6 ? begun : wordEnd(text, best.at - Math.round(length * 0.3));
  const end = wordEnd(text, start + length);
  return [start ? "… " : "", ...marked(engine, text.slice(start, end), terms), end < text.length ? " …" : ""];
}

// The line of code with the most of what was asked.
function mostOf(engine, code, terms) {
  let [best, most] = ["", 0];
  for (const line of code.split("\n")) {
    const count = engine.split(line).filter((word) => engine.means(word, terms)).length;
    if (count > most) [best, most] = [line, count];
  }
  return best;
}

function start(engine, words) {
  const field = make("input", {
    role: "combobox", "aria-autocomplete": "list", "aria-controls": "found", "aria-expanded": "false", "aria-label": words.search,
    placeholder: words.search, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go",
  });
  const list = make("div", { id: "found", role: "listbox", "aria-label": words.results });
  const status = make("p", { role: "status" });
  const close = make("button", { type: "button", "aria-label": words.close }, "×");
  const dialog = make("dialog", { class: "book-search", "aria-label": words.search }, make("div", { class: "bar" }, field, close), status, list);
  let [links, active, run] = [[], -1, 0];

  function choose(i) {
    links[active]?.setAttribute("aria-selected", "false");
    active = i;
    links[i]?.setAttribute("aria-selected", "true");
    if (i >= 0) field.setAttribute("aria-activedescendant", links[i].id);
    else field.removeAttribute("aria-activedescendant");
  }

  // Puts an excerpt into a result.
  function fill(place, entry, terms) {
    const [prose, code] = texts.get(entry.page)?.[entry.anchor] ?? [];
    if (prose === undefined) return;
    const length = OF_HAN.test(prose.match(/\p{L}/u)?.[0] ?? "") ? LENGTH / 2 : LENGTH;
    const found = excerpt(engine, prose, terms, length);
    const line = found ? "" : mostOf(engine, code, terms);
    if (line) place.replaceChildren(make("code", { translate: "no" }, ...marked(engine, line.trim().slice(0, LENGTH), terms)));
    else place.replaceChildren(...(found ?? [(prose || code).slice(0, wordEnd(prose || code, length))]));
  }

  // The texts of pages come one after the other, unless something else has been typed meanwhile: a key waits for one at most.
  async function fillLater(places, terms, now) {
    await new Promise((go) => { setTimeout(go, PAUSE); });
    for (const [place, entry] of places) {
      if (run === now && !texts.has(entry.page)) await bookSearch.load(entry.texts).catch(() => {});
      if (run === now) fill(place, entry, terms);
    }
  }

  function result(entry, i, terms, later) {
    const path = [];
    for (let up = entry.up; up >= 0; up = engine.entries[up].up) path.unshift(engine.entries[up].title);
    const text = make("span", { class: "text" });
    const about = entry.about ? [" ", make("span", { class: "about" }, ...marked(engine, entry.about, terms))] : [];
    const number = entry.number && `${entry.number}${"ps".includes(entry.kind) ? "." : ""} `;
    const link = make(
      "a", { role: "option", id: `found-${i}`, tabindex: "-1", "aria-selected": "false", href: `${bookSearch.root}${entry.page}.html#${entry.anchor}` },
      make("span", { class: "title" }, number, ...marked(engine, entry.title, terms), ...about), make("span", { class: "path" }, path.join(" › ")), text,
    );
    link.addEventListener("click", () => {
      const forms = [...link.querySelectorAll("mark")].map((mark) => mark.textContent.toLowerCase());
      bookSearch.kept.sought = JSON.stringify([...new Set(forms)]); // marks.js marks them on the page
      dialog.close();
    });
    if (i < AT_ONCE && texts.has(entry.page)) fill(text, entry, terms);
    else later.push([text, entry]);
    return link;
  }

  function update() {
    run += 1;
    const { found, terms, missing } = engine.search(field.value, SHOWN);
    const later = [];
    links = found.map((entry, i) => result(entry, i, terms, later));
    list.replaceChildren(...links);
    fillLater(later, terms, run);
    field.setAttribute("aria-expanded", String(links.length > 0));
    if (!field.value.trim()) status.textContent = words.hint;
    else if (missing) status.textContent = words.missing.replace("{number}", missing);
    else status.textContent = links.length ? words.found.replace("{count}", links.length) : words.none;
    choose(links.length ? 0 : -1);
  }

  field.addEventListener("input", update);
  field.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.isComposing || !links.length || !(step || event.key === "Enter")) return;
    event.preventDefault();
    if (step) {
      choose((active + step + links.length) % links.length);
      links[active].scrollIntoView({ block: "nearest" });
    } else if (event.ctrlKey || event.metaKey) window.open(links[active].href);
    else links[active].click();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

  bookSearch.engine = engine;
  bookSearch.open = (text) => {
    if (!dialog.open) dialog.showModal();
    field.value = text || field.value;
    field.select();
    update();
  };
  document.head.append(make("link", { rel: "stylesheet", href: `${bookSearch.root}_search/${words.style}` }));
  document.body.append(dialog);
}
