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
