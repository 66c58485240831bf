// How far one has come. Of each chapter the ids are kept of the sections where one has stayed for two seconds after coming
// from another one, the last one last, and "." whenever its end is in view and half of them have been seen: then it is read.
// A chapter has a key of its own, so two tabs do not destroy one another's marks. Ids and names of pages are the same in
// all languages. book.js loads this, and says to which section one has gone; the start page of all books loads it, too.
function way(style, chapters, words) {
  const kept = window.bookSearch?.kept ?? localStorage;
  const root = new URL("..", document.currentScript.src).href;
  const nameOf = (address) => address.split(/[?#]/)[0].slice(root.length).replace(/\.html$/, "");
  const here = nameOf(location.href);
  const been = (page) => new Set(kept[`way/${page}`]?.split(" "));

  function note(id) {
    const ids = been(here);
    ids.delete(id);
    kept[`way/${here}`] = [...ids.add(id)].join(" ");
    kept.way = `${document.documentElement.lang.replace("-", "_")} ${here}`;
  }

  let [staying, atEnd] = [0, false];
  const sections = document.querySelectorAll(".toc-tree li li").length;
  function stay(id) {
    if (id) note(id);
    if (atEnd && 2 * been(here).size >= sections) note(".");
  }
  window.bookWay = (id) => {
    clearTimeout(staying);
    if (id && chapters.includes(here)) staying = setTimeout(stay, 2000, id);
  };
  if (chapters.includes(here)) {
    new IntersectionObserver(([end]) => {
      atEnd = end.isIntersecting;
      stay();
    }).observe(document.querySelector("#what-we-have-now, .related-pages"));
  }

  const make = (tag, properties, ...children) => {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
  };
  for (const link of document.querySelectorAll(".sidebar-tree a")) {
    const ids = been(nameOf(link.href));
    const className = ids.has(".") ? "read" : "begun";
    if (ids.size) link.append("\u00a0", make("span", { className, role: "img", ariaLabel: words[className] }));
  }
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);

  // On a start page: a link to where one has stopped, or, at the end of a chapter, to the next one; and a button by which
  // the browser forgets all that it keeps for the reader: how far one has come, missed cards, answers, programs.
  const [whose, stores] = [/^(way|card|try|workbench)(\/|$)/, [kept]];
  try { stores.push(sessionStorage); } catch {}
  let shown;
  function goOn(titles) {
    shown?.remove();
    const names = Object.keys(titles);
    const last = kept.way?.split(" ")[1];
    const id = [...been(last)].at(-1);
    const page = id === "." ? names[names.indexOf(last) + 1] : last;
    const there = titles[page]; // unless it is no longer there
    const title = there && [there[""], ...there[id] ? [there[id]] : []].join(" › ");
    const forget = make("button", { type: "button", textContent: words.forget });
    shown = make(
      "p", { className: "go-on", lang: words.lang },
      ...there ? [words.on, " ", make("a", { href: `${root}${page}.html${there[id] ? `#${id}` : ""}` }, title)] : [],
      make("span", {}, words.kept, " ", forget),
    );
    forget.onclick = () => {
      for (const store of stores) for (const key of Object.keys(store)) if (whose.test(key)) delete store[key];
      for (const gone of [shown, ...document.querySelectorAll(".sidebar-tree :is(.read, .begun)")]) gone.remove();
    };
    (document.querySelector("main > .offer:not([hidden])") ?? document.querySelector("h1")).after(shown);
  }
  if (Object.keys(kept).some((key) => whose.test(key)) && (!window.bookSearch || ["", "index"].includes(here))) {
    window.bookTitles = (titles) => {
      goOn(titles);
      addEventListener("pageshow", ({ persisted }) => persisted && goOn(titles)); // the page as the browser has kept it
    };
    document.head.append(make("script", { src: `${root}_static/way.titles.js` }));
  }
}
