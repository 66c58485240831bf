// A figure with other values: its run was recorded with each of them (press/figures/varying.py). Each variant is a file,
// which calls bookVariant(), from the disk, too; the first touch loads one. figure.js shows it. book.js loads this.
function vary(style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const come = {};
  window.bookVariant = (variant) => { come[variant.file] = variant; };
  const loaded = {};
  const load = (src) => loaded[src] ??= new Promise((resolve, reject) => {
    const fail = () => { delete loaded[src]; reject(src); };
    document.head.append(Object.assign(document.createElement("script"), { src, onload: resolve, onerror: fail }));
  });

  for (const box of document.querySelectorAll(".vary")) {
    const figure = box.closest("figure");
    const status = box.querySelector("[role=status]");
    const sliders = [...box.querySelectorAll("input")];
    const values = sliders.map((slider) => slider.dataset.values.split(" "));
    const recorded = sliders.map((slider) => +slider.value);
    const came = status.textContent;
    let [chosen, own] = [recorded, null];

    function tell(places, text) {
      sliders.forEach((slider, n) => {
        slider.value = places[n];
        slider.setAttribute("aria-valuetext", values[n][places[n]]);
        slider.parentElement.querySelector("b").textContent = values[n][places[n]];
      });
      status.textContent = text;
    }

    async function show(places) {
      chosen = places;
      tell(places, status.textContent);
      if (String(places) === String(recorded)) {
        bookFigure(figure);
        return tell(places, came);
      }
      const number = places.reduce((sum, place, n) => sum * values[n].length + place, 0);
      const src = box.dataset.src.replace("{}", number);
      const [runs] = await Promise.all([bookFigure.runs(figure), load(src)]);
      if (chosen !== places) return; // another one has been chosen meanwhile
      const variant = come[/([^/]+)\.js/.exec(src)[1]];
      const svg = document.createElement("template");
      svg.innerHTML = variant.svg;
      const listings = Object.assign({}, ...runs.map((run) => run.listings)); // those that the page does not show
      const whole = (part) => ({ ...part, steps: { ...part.steps, listings } });
      bookFigure(figure, own = { ...whole(variant), svg: svg.content.firstElementChild, more: (variant.more ?? []).map(whole) });
      tell(places, variant.came);
    }

    box.addEventListener("input", () => show(sliders.map((slider) => +slider.value)).catch(() => {}));
    figure.addEventListener("drawn", ({ detail }) => { // by somebody else
      if (detail !== own && (detail || String(chosen) !== String(recorded))) tell(chosen = recorded, detail ? "" : came);
    });
    tell(recorded, came);
    figure.querySelector(".woven").before(box);
    box.hidden = false;
  }
}
