// The reader's own language comes first: the one of the lost page, or the first that the browser names.
const links = [...document.querySelectorAll("a[hreflang]")];
const below = location.pathname.slice(new URL(".", document.baseURI).pathname.length);
const lost = links.find((link) => link.getAttribute("href").split("/")[0] === below.split("/")[0]);
const known = navigator.languages.map((tag) => links.find((link) => tag.split("-")[0] === link.lang.split("-")[0]));
const yours = [lost, ...known].find(Boolean);
if (yours) {
  const item = yours.closest("li");
  item.classList.add("yours");
  item.parentElement.prepend(item);
  document.documentElement.lang = yours.lang;
}

// Who has begun a book can go on with it (way.js), where the browser keeps that.
try {
  const code = localStorage.way?.split(" ")[0];
  const begun = links.some((link) => link.getAttribute("href") === `${code}/index.html`);
  if (begun) document.head.append(Object.assign(document.createElement("script"), { src: `${code}/_static/way.js` }));
} catch {}

// What is offered, and the figure, are in that language. The figure is seen whole; after three seconds it is played once,
// and again by who asks: a bar goes from row to row, and a wait, of a second, takes a second.
const { lang } = yours ?? links[0];
for (const each of document.querySelectorAll(".offer, figure")) each.hidden = each.lang !== lang;
const figure = document.querySelector("figure:not([hidden])");
if (figure) {
  const [button, part] = [figure.querySelector("button"), figure.querySelector(".part")];
  const [play, stop] = [button.textContent, button.dataset.stop];
  const rows = [...part.querySelectorAll(".row")];
  const place = (row) => ["y", "height"].map((name) => +row.querySelector(".hit").getAttribute(name));
  const marks = ["cursor", "veil"].map((name) => {
    const mark = rows[0].querySelector(".hit").cloneNode();
    mark.setAttribute("class", name);
    return mark;
  });
  let [timer, played] = [0, false];
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    for (const mark of marks) mark.remove();
    button.textContent = play;
  };
  const show = (n) => {
    if (n === rows.length) return end();
    const [[y, height], [last, more]] = [rows[n], rows.at(-1)].map(place);
    for (const [mark, top, high] of [[marks[0], y, height], [marks[1], y + height, last + more - y - height]]) {
      mark.setAttribute("y", top);
      mark.setAttribute("height", high);
    }
    timer = setTimeout(show, rows[n].matches(".wait") ? 1000 : 400, n + 1);
  };
  const begin = () => {
    played = true;
    part.insertBefore(marks[0], rows[0]);
    part.append(marks[1]);
    button.textContent = stop;
    show(0);
  };
  const turn = () => (timer ? end() : begin());
  button.addEventListener("click", turn);
  figure.querySelector(".drawing").addEventListener("click", turn);
  button.hidden = false;
  const seen = new IntersectionObserver((changes) => {
    if (!changes.some((change) => change.isIntersecting)) return;
    seen.disconnect();
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) setTimeout(() => played || begin(), 3000);
  }, { threshold: .5 });
  seen.observe(part.closest("svg"));
}
