// The buttons of what runs in the page (press/reader/trying.py); what they do comes with the first click.
"use strict";
{
  const { kept, root } = window.bookSearch;
  const { dataset: { scripts, words, styles }, content } = document.getElementById("try");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".changed { font-weight: 700; } .code-bar .no { flex: 1 1 0; padding-block: .3rem; line-height: 1.4; }"
    + ".code-bar > .run { color: var(--color-link); font-weight: 600; }"
    + ":is(.figure-bar, .puzzle > p) > .copy { min-height: 2rem; }"
    + "@media (pointer: coarse) { :is(.figure-bar, .puzzle > p) > :is(.copy, .to-bench) { min-height: 2.75rem; line-height: 2.75rem; } }"
    + ".figure-bar { margin: .3rem 0; display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .8rem; font-size: var(--font-size--small); }");
  document.adoptedStyleSheets.push(sheet);

  const bench = content.querySelector(".to-bench"); // the chapter has a program there
  let loading;
  const load = () => loading ??= new Promise((resolve, reject) => {
    document.head.append(...styles.split(" ").map((path) => Object.assign(document.createElement("link"), { rel: "stylesheet", href: root + path })));
    const made = [words, ...scripts.split(" ")].map((path) => Object.assign(document.createElement("script"), { src: root + path, async: false, onerror: reject }));
    made.at(-1).onload = resolve;
    document.head.append(...made);
  }).catch(() => { loading = null; });

  function label(button, key) {
    const state = kept[`try/${key}/solved`] ? "solved" : kept[`try/${key}`] === undefined ? "same" : "changed";
    button.dataset.same ??= button.textContent;
    button.textContent = button.dataset[state];
    button.classList.toggle("changed", state !== "same");
  }
  function add(kind, bar, before, part, key) {
    const button = content.querySelector(`.${kind}`).cloneNode(true);
    if (key) label(button, key);
    button.onclick = () => load().then(() => bookTry[kind](part));
    bar.insertBefore(button, before);
    return button;
  }

  const more = (bar) => bar.querySelector(".more") ?? bar.appendChild(content.querySelector(".more").cloneNode(true));

  for (const code of document.querySelectorAll(".code:is([data-try], [data-no])")) {
    const [bar, name] = [code.querySelector(".code-bar"), code.dataset.listing];
    const copy = bar.querySelector(".copy");
    const session = code.matches(".session");
    const link = !session && code.closest(".puzzle")?.querySelector(".to-bench");
    if (link) {
      add("run", link.parentElement, link, code); // it is changed in the workbench
      link.before(" ");
      continue;
    }
    if (code.dataset.no) {
      if (session) copy.before(Object.assign(document.createElement("span"), { className: "no", textContent: code.dataset.no }));
    } else {
      const exercise = name.includes(".exercises.");
      const runs = !exercise && (session || !code.nextElementSibling?.matches(".session"));
      if (runs) add("run", bar, copy, code);
      const [place, before] = runs ? [more(bar), null] : [bar, copy]; // beside Copy there is one button
      add(exercise ? "solve" : "edit", place, before, code, session ? `${name}/session` : name);
    }
  }
  for (const figure of document.querySelectorAll("figure.run:has(template.run)")) {
    const bar = Object.assign(document.createElement("p"), { className: "figure-bar" });
    add("change", bar, null, figure, `${figure.querySelector("template.run").dataset.run}/run`);
    if (bench) bar.append(bench.cloneNode(true));
    figure.querySelector(".woven").after(bar);
  }
  window.bookOffer = { label, load };
  const linked = () => location.hash.startsWith("#try=") && load().then(() => bookTry.open(location.hash));
  addEventListener("hashchange", linked);
  linked();
}
