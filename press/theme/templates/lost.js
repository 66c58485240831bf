// The books may lie elsewhere than this page was told. Then its style sheet is missing: look for it in the folders above
// the lost address, and where that is, the rest is, too.
{
  const base = document.querySelector("base");
  const told = base.href;
  let folder = location.pathname;
  const again = (element) => {
    const copy = document.createElement(element.localName); // a clone of a script would not be loaded
    for (const { name, value } of element.attributes) copy.setAttribute(name, value);
    element.replaceWith(copy);
  };
  const wanted = (event, then) =>
    document.addEventListener(event, ({ target }) => target.rel === "stylesheet" && then(target), true);
  wanted("error", (sheet) => {
    if (!folder) return;
    folder = folder.replace(/[^/]*\/?$/, "");
    base.href = folder || told;
    again(sheet);
  });
  wanted("load", () => {
    if (folder !== location.pathname) document.querySelectorAll("link[rel=icon], script[src]").forEach(again);
  });
}
