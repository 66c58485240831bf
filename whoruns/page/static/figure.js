// Another run in a figure (figure.run): its drawing, the table that says the same, and the panel of panel.js, which is there.
//   bookFigure(figure, data)   shows what page/drawn.py has returned. data.svg is an element; it and the lines of
//                              the listings are put into the page as they are, so they have to be clean; all else as text
//   bookFigure(figure)         shows again what the page has
//   event "drawn"              says to a figure what has been shown in it now
//   bookFigure.runs(figure)    promises what the page has recorded: run, entry, files, view, … of each (story/steps.py)
// A figure that a script has made needs only <div class="woven"><div class="drawing"></div></div>; the table comes into
// .legend details, behind its summary, if there is one.
"use strict";
window.bookFigure ?? (() => { // two may load it
  const { live, ends, load, decode, places, make } = window.bookPanels;
  const cell = (tag, texts) => make(tag, "", ...texts.flatMap(([text, code], n) => [n ? " · " : "", code ? make("code", "", text) : text]));
  const row = (tag, cells) => make("tr", "", ...cells.map((texts) => cell(tag, texts)));
  const table = ({ head, body }) => {
    const made = make("div", "table-wrapper", make("table", "docutils",
      make("thead", "", row("th", head.map((text) => [[text]]))), make("tbody", "", ...body.map((cells) => row("td", cells)))));
    made.tabIndex = 0; // a keyboard reaches what scrolls
    return made;
  };

  const kept = new Map(); // what the page has had in a figure
  window.bookFigure = (figure, data) => {
    ends.get(figure)?.();
    const [drawing, same] = [".drawing", ".legend details"].map((name) => figure.querySelector(name));
    if (!kept.has(figure)) kept.set(figure, [[...drawing.childNodes], [...(same?.childNodes ?? [])]]);
    const [before, told] = kept.get(figure);
    const parts = data && [data, ...(data.more ?? [])];
    drawing.replaceChildren(...(data ? [data.svg] : before));
    for (const { steps, differs } of parts ?? []) {
      const rows = drawing.querySelectorAll(`.part[data-run="${steps.run}"] .row`);
      for (const row of differs ?? []) rows[row].classList.add("differs");
    }
    same?.replaceChildren(...(parts ? [same.querySelector("summary"), ...parts.map((part) => table(part.table))] : told));
    const given = parts?.map(({ steps }) => decode({ ...steps, lines: data.listings }));
    if (given || figure.querySelector("template.run")) for (const [id, lead] of live(figure, given)) places.set(id, lead);
    figure.dispatchEvent(new CustomEvent("drawn", { detail: data }));
  };
  window.bookFigure.runs = (figure) => Promise.all([...figure.querySelectorAll("template.run")].map((each) => load(each.dataset)));
})();
