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
    const names = sliders.map((slider) => slider.ariaLabel);
    let [chosen, own, again] = [recorded, null, () => tell(recorded, came)]; // again() says what is drawn
    const shown = sliders.map((slider) => slider.parentElement.querySelector("b"));

    function tell(places, text) {
      sliders.forEach((slider, n) => {
        const value = values[n][slider.value = places[n]];
        slider.setAttribute("aria-valuetext", value);
        if ("value" in shown[n]) shown[n].value = value;
        else shown[n].textContent = value;
      });
      if (status.textContent !== text) status.textContent = text;
    }

    async function show(places) {
      chosen = places;
      tell(places, status.textContent);
      if (String(places) === String(recorded)) {
        own = null;
        bookFigure(figure);
        again = () => tell(places, came);
        return again();
      }
      const number = places.reduce((sum, place, n) => sum * values[n].length + place, 0);
      const src = box.dataset.src.replace("{}", number);
      const runs = await Promise.all([bookFigure.runs(figure), load(src)]).then(([runs]) => runs, () => null);
      if (chosen !== places) return; // another one has been chosen meanwhile
      if (!runs) return again(chosen = null); // it hasn't come: nothing may say that it has
      const variant = come[/([^/]+)\.js/.exec(src)[1]];
      const svg = document.createElement("template");
      svg.innerHTML = variant.svg;
      const listings = Object.assign({}, ...runs.map((run) => run.listings)); // those that the page does not show
      const whole = (part) => ({ ...part, steps: { ...part.steps, listings } });
      own = { ...whole(variant), svg: svg.content.firstElementChild, more: (variant.more ?? []).map(whole) };
      bookFigure(figure, own);
      again = () => tell(places, variant.came);
      again();
    }
    box.addEventListener("input", ({ target }) => {
      if (target.type === "range") show(sliders.map((slider) => +slider.value));
    });

    // Somebody else has put something into the figure: try.js, or what is recorded.
    figure.addEventListener("drawn", ({ detail }) => {
      if (detail === own) return;
      [chosen, own] = [recorded, detail];
      const lines = detail?.entry.split("\n").map((line) => line.trim()) ?? [];
      const said = names.map((name) => lines.find((line) => line.startsWith(`${name} = `))?.slice(name.length + 3));
      const place = (n) => values[n].findIndex((value) => +value === +said[n]);
      again = () => {
        tell(recorded.map((other, n) => (place(n) < 0 ? other : place(n))), detail ? "" : came);
        if (detail) shown.forEach((field, n) => { field.value = said[n] ?? ""; });
      };
      again();
    });

    // With Python in the page, any value can be typed: what is not recorded is run.
    function typed() {
      const places = shown.map((field, n) => values[n].findIndex((value) => +value === +field.value));
      if (!places.includes(-1)) return show(places);
      const texts = shown.map((field) => field.value);
      const changed = (main) => names.reduce((text, name, n) => text.split("\n")
        .map((line) => (line.trimStart().startsWith(`${name} = `) ? `${line.split(" = ")[0]} = ${texts[n]}` : line)).join("\n"), main);
      return bookOffer.load().then(() => bookTry.vary(figure, changed));
    }
    if (window.bookOffer) {
      shown.forEach((value, n) => {
        shown[n] = Object.assign(document.createElement("input"), { type: "number", step: "any", ariaLabel: sliders[n].ariaLabel, value: value.textContent });
        shown[n].onkeydown = ({ key }) => key === "Enter" && shown[n].value !== "" && typed();
        value.replaceWith(shown[n]);
      });
    }
    tell(recorded, came);
    for (const each of box.querySelectorAll("[hidden]")) each.hidden = false;
  }
}
