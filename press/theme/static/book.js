"use strict";
document.documentElement.classList.remove("no-js");
for (const code of document.querySelectorAll("code")) Object.assign(code, { translate: false, lang: "en" });

// What the browser keeps for the reader; one that refuses to is asked nothing.
let kept = {};
try { kept = localStorage; } catch {}

// In another language a reader is at the same place: the one in the address, or what stands in the upper half of the window.
// Who reports a mistake says the place, too: the address of the page comes last in the link.
function place() {
  let [best, highest] = ["", -Infinity];
  for (const each of scrollY ? document.querySelectorAll("article [id]:not(svg *)") : []) {
    const top = each.getClientRects()[0]?.top;
    if (top < innerHeight / 2 && top >= highest) [best, highest] = [each.id, top];
  }
  return best;
}

for (const kind of ["click", "auxclick"]) document.addEventListener(kind, (event) => {
  const link = event.target.closest(".languages a, .report");
  if (!link) return;
  if (link.matches(".report")) return void (link.href = link.href.replace(/(%23.*)?$/, "%23" + place()));
  link.hash = location.hash || place();
  link.search = location.search;
});

// Light or dark: first the other one than the system's, then the system's own, then back to the system.
for (const button of document.querySelectorAll(".theme-toggle")) button.addEventListener("click", () => {
  const [own, other] = matchMedia("(prefers-color-scheme: dark)").matches ? ["dark", "light"] : ["light", "dark"];
  const next = { auto: other, [other]: own, [own]: "auto" }[document.body.dataset.theme] ?? "auto";
  document.body.dataset.theme = next;
  kept.theme = next;
});

// Drawers: what is behind an open one is out of reach; a keyboard goes in when it opens one, Escape closes it, and so does
// whoever leaves it.
const content = document.querySelector(".content");
for (const [name, found] of [["__navigation", ".sidebar-drawer"], ["__toc", ".toc-drawer"]]) {
  const [box, drawer] = [document.getElementById(name), document.querySelector(found)];
  const close = () => { box.checked = content.inert = false; };
  box.addEventListener("change", () => {
    content.inert = box.checked;
    if (box.checked && box.matches(":focus-visible")) drawer.querySelector("a, input")?.focus();
  });
  drawer.addEventListener("click", (event) => event.target.closest("a[href]") && close());
  drawer.addEventListener("focusout", ({ relatedTarget: to }) => to && to !== box && !drawer.contains(to) && close());
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.checked) return;
    close();
    box.focus();
  });
  matchMedia("(max-width: 63em)").addEventListener("change", close);
}

const root = document.documentElement.dataset.content_root;
const load = (path) => new Promise((onload, onerror) => {
  document.head.append(Object.assign(document.createElement("script"), { src: root + path, onload, onerror }));
});

// The search is loaded when somebody asks for it: with "/", Ctrl-K, its field, or by an address.
const search = window.bookSearch = { root, kept, load: (name) => load(`_search/${name}`) };
async function seek(text) {
  search.loading ??= search.load("search.js").then(() => new Promise((go) => { setTimeout(go); })); // two short tasks
  await search.loading.catch(() => { search.loading = null; });
  search.open?.(text);
}
document.addEventListener("keydown", (event) => {
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey || event.key !== (command ? "k" : "/") || (!command && event.target.closest("input:not([type=checkbox]), textarea"))) return;
  event.preventDefault();
  seek();
});
for (const field of document.querySelectorAll("input[name=q]")) {
  for (const kind of ["click", "input"]) field.addEventListener(kind, () => seek(field.value));
  field.form.onsubmit = () => !seek(field.value);
}
document.querySelector(".header-search").onclick = () => !seek();
const asked = new URLSearchParams(location.search).get("q");
if (asked) seek(asked);

// What a term means stands beside it (terms.js) when a mouse or a key comes there; the first tap shows it.
let terms;
for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, (event) => {
  const tapped = kind === "click";
  const link = event.target.closest("article a[href*='glossary.html#term-']:not(.term a, [aria-describedby])");
  if (!link || tapped !== (event.pointerType === "touch") || (kind === "focusin" && !link.matches(":focus-visible"))) return;
  if (tapped) event.preventDefault();
  terms ??= load("_static/terms.js");
  terms.then(() => bookTerm(link, kind)).catch(() => {
    terms = null;
    if (tapped) location = link.href;
  });
});

// How far one has come is kept, and shown, by way.js, for who has gone from one section of a page to the next; it forgets,
// too, all that is kept of a reader.
const go = () => load("_static/way.js");
let way = /way|card|try|workb/.test(Object.keys(kept)) ? go() : null;

// What a reader has missed is asked again.
if (document.querySelector(".cards")) load("_static/cards.js");

// Among the chapters, the one that one reads is in view; in the contents of the page, the section is marked, too.
const centre = (part, box) => {
  box.scrollTop += part.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 2;
};
const chapter = document.querySelector(".sidebar-tree .current-page");
if (chapter) centre(chapter, document.querySelector(".sidebar-scroll"));
const entries = new Map([...document.querySelectorAll(".toc-tree a[href^='#']")].map((link) => [link.hash.slice(1), link]));
const inView = new Set();
let arriving = location.hash; // a slow page shows its beginning first, and nobody goes on from there
const spy = new IntersectionObserver((changes) => {
  for (const { target, isIntersecting } of changes) inView[isIntersecting ? "add" : "delete"](target.id);
  const id = [...entries.keys()].findLast((id) => inView.has(id)) ?? "";
  const link = entries.get(id);
  const old = document.querySelector(".toc-tree [aria-current]");
  if (link === old) return;
  if (old && !arriving) (way ??= go()).then(() => bookWay(id), () => {});
  if (id) arriving = "";
  old?.parentElement.classList.remove("scroll-current");
  old?.removeAttribute("aria-current");
  link.parentElement.classList.add("scroll-current");
  link.setAttribute("aria-current", "true");
  centre(link, document.querySelector(".toc-scroll"));
}, { rootMargin: "-20% 0px -79% 0px" });
for (const id of entries.keys()) if (id) spy.observe(document.getElementById(id));

// Who comes to a line by its address, #turns.talk.12, or clicks on its number, finds it marked.
let lines;
const mark = (number) => lines ??= load("_static/lines.js").then(() => number?.click());
document.addEventListener("click", ({ target }) => target.closest(".module i") && mark(target));

// Who comes to a place finds open what it lies in, and marked what was sought.
function arrive() {
  const place = document.getElementById(location.hash.slice(1));
  for (let box = place; (box = box?.closest("details:not([open])"));) {
    box.open = true;
    place.scrollIntoView();
  }
  if (/^#[\w.]+\.\d/.test(location.hash)) mark();
  if (kept.sought) search.load("marks.js");
}
addEventListener("hashchange", arrive);
arrive();

// A keyboard reaches what scrolls, and stops at nothing else.
const frames = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
for (const frame of document.querySelectorAll("article pre, .table-wrapper, .drawing")) frames.observe(frame);

// The panels of figures (panel.js) come when a reader comes near a figure, or to a step by its address.
const panels = document.getElementById("panel");
if (panels) {
  const fetched = search.panel = () => {
    search.panel = null;
    near.disconnect();
    removeEventListener("hashchange", sent);
    const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: panels.dataset.style });
    const scripts = ["words", "script", "figure", "vary"].map((name) => panels.dataset[name]).filter(Boolean).map((src) => Object.assign(document.createElement("script"), { src, async: false }));
    style.onload = () => document.head.append(...scripts);
    document.head.append(style);
  };
  const sent = () => /^#run-.*\.\d+$/.test(location.hash) && fetched();
  const near = new IntersectionObserver((changes) => changes.some((change) => change.isIntersecting) && fetched(), { rootMargin: "600px" });
  for (const figure of document.querySelectorAll(".woven > .drawing")) near.observe(figure);
  addEventListener("hashchange", sent);
  sent();
}

// What a reader wants to copy: of code what is shown, and its imports, of a session only what is typed.
function typed(pre) {
  const shown = (part) => part.nodeType > 1 || part.matches(".imports") || part.offsetHeight;
  const text = [...pre.childNodes].filter(shown).map((part) => part.textContent).join("");
  if (!/^(>>>|\$) /.test(text)) return text;
  return text.split("\n").filter((line) => /^(>>>|\.\.\.|\$)( |$)/.test(line))
    .map((line) => line.replace(/^(>>>|\.\.\.|\$) ?/, "")).join("\n") + "\n";
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.body.appendChild(document.createElement("textarea")); // plain http
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const pre of document.querySelectorAll("article .highlight pre")) {
  const button = document.getElementById("copy-button").content.firstElementChild.cloneNode(true);
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await copy(typed(pre));
    button.textContent = button.dataset.done;
    button.classList.add("done");
    setTimeout(() => {
      button.textContent = label;
      button.classList.remove("done");
    }, 2000);
  });
  let bar = pre.closest(".code")?.querySelector(".code-bar");
  if (!bar) {
    bar = document.createElement("div");
    bar.className = "code-bar";
    pre.parentElement.before(bar);
    bar.parentElement.classList.add("code");
  }
  bar.insertBefore(button, bar.querySelector(".more"));
}
