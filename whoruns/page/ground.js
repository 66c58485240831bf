// Is the ground behind an element dark? Pages that are not ours say so in many ways; what they paint there counts.
//   bookGround(element, tell)  calls tell(true) if it is, else tell(false), now and whenever the page changes its colours
"use strict";
window.bookGround = (element, tell) => {
  const { defaultView: view, documentElement: root, body } = element.ownerDocument;
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const look = () => {
    const above = [];
    for (let each = element; each; each = each.parentElement) above.unshift(each);
    for (const colour of ["#fff", ...above.map((each) => view.getComputedStyle(each).backgroundColor)]) {
      brush.fillStyle = colour;
      brush.fillRect(0, 0, 1, 1); // one may see through it
    }
    const [red, green, blue] = brush.getImageData(0, 0, 1, 1).data;
    tell(0.299 * red + 0.587 * green + 0.114 * blue < 128);
  };
  const changes = new view.MutationObserver(look);
  for (const each of [root, body]) changes.observe(each, { attributes: true });
  view.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", look);
  view.addEventListener("load", look); // style sheets have come
  look();
};
