// The cards at the end of a chapter: what a reader has missed comes again below those of the first page with cards that is
// at least two chapters later. "card/callbacks/tasks.2" is kept for a question, and its value is the chapter in which it
// was missed; the start page forgets it all (way.js). Nothing is sent. book.js loads this.
function cards(style, chapters, asking, words) {
  const { kept, root } = window.bookSearch;
  const pageOf = (name) => name.slice(0, name.lastIndexOf("."));
  const asked = document.querySelector(".cards");
  const here = pageOf(asked.querySelector("details").dataset.card); // the first is always the page's own
  const again = (page) => asking.find((other) => chapters.indexOf(other) >= chapters.indexOf(page) + 2);

  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);

  // Below an answer one says that one has missed it; whoever says so again takes it back.
  function offer(card) {
    const key = `card/${card.dataset.card}`;
    const button = make("button", { type: "button", textContent: words.missed });
    const said = make("span", { role: "status" });
    const show = () => {
      button.ariaPressed = String(kept[key] === here);
      said.replaceChildren(...kept[key] === here ? [words.kept, " ", make("a", { href: `${root}index.html`, textContent: words.forget })] : []);
    };
    button.onclick = () => {
      if (kept[key] === here) delete kept[key];
      else kept[key] = here;
      show();
    };
    show();
    card.append(make("p", { className: "missed" }, button, " ", said));
  }
  const own = [...asked.querySelectorAll("details")];
  if (again(here)) own.forEach(offer); // the last chapters have none after them

  const missed = Object.keys(kept).filter((key) => key.startsWith("card/") && again(kept[key]) === here)
    .map((key) => key.slice("card/".length)).filter((name) => own.every((card) => card.dataset.card !== name));
  if (!missed.length) return;
  window.bookCards = (pairs) => {
    const found = missed.flatMap((name) => {
      const page = pageOf(name);
      const [question, answer, link] = pairs[page]?.[name.slice(page.length + 1)] ?? [];
      if (!question) return []; // the book has it no longer
      const card = make("details", {}, make("summary", { innerHTML: question }), make("p", { innerHTML: `${answer} ${link}` }));
      card.dataset.card = name;
      for (const each of card.querySelectorAll("a")) each.href = new URL(each.getAttribute("href"), new URL(`${root}${page}.html`, location.href.split("#")[0]));
      return [card];
    });
    if (found.length) asked.append(make("p", {}, words.again), ...found);
    if (again(here)) found.forEach(offer);
  };
  document.head.append(make("script", { src: `${root}_static/cards.pairs.js` }));
}
