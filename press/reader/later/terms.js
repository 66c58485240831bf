// What a term means, beside a link to it: for a mouse that stays there or in the box, for a key that has come to it, and
// for a finger, whose second tap follows the link. Escape closes it, and so does a tap elsewhere. book.js loads this.
function terms(style, meanings, glossary) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets.push(sheet);
  const box = Object.assign(document.createElement("div"), { id: "term", className: "term", popover: "manual" });
  const GAP = 4; // pixels between it and the word, and at least to the edges of the window
  const PAUSE = 300; // milliseconds that a mouse stays before the box comes, and may be away before it goes
  let [link, tapped] = [null, false];

  function hide() {
    link?.removeAttribute("aria-describedby");
    link = null;
    box.remove();
  }

  function show(term, kind) {
    hide();
    [link, tapped] = [term, kind === "click"];
    const [name, meaning] = meanings[term.hash.slice(1)];
    box.innerHTML = `<div class="name">${name}</div>${meaning}`;
    if (tapped) box.append(Object.assign(document.createElement("a"), { className: "more", href: term.hash, textContent: glossary }));
    for (const each of box.querySelectorAll("a")) each.href = new URL(each.getAttribute("href"), term.href); // as in the glossary
    for (const code of box.querySelectorAll("code")) code.translate = false;
    term.after(box); // there the next key finds its links
    term.setAttribute("aria-describedby", "term");
    box.showPopover();
    place();
  }

  function place() {
    const lines = [...link.getClientRects()];
    const [first, last] = [lines[0], lines.at(-1)];
    const below = innerHeight - last.bottom > first.top;
    const wide = document.documentElement.clientWidth - box.offsetWidth - 2 * GAP;
    box.style.left = `${scrollX + Math.max(GAP, Math.min((below ? last : first).left, wide))}px`;
    box.style.top = `${scrollY + (below ? last.bottom + GAP : first.top - GAP - box.offsetHeight)}px`;
  }

  addEventListener("resize", () => link && place());

  const wanted = () => tapped || link.matches(":hover, :focus-visible") || box.matches(":hover, :focus-within");
  const leave = () => link && setTimeout(() => { if (link && !wanted()) hide(); }, PAUSE);
  for (const kind of ["pointerout", "focusout"]) document.addEventListener(kind, leave);
  document.addEventListener("pointerdown", ({ target }) => { if (link && !link.contains(target) && !box.contains(target)) hide(); });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !link) return;
    if (box.contains(document.activeElement)) link.focus();
    hide();
  });

  window.bookTerm = (term, kind) => {
    if (kind === "pointerover") setTimeout(() => { if (term !== link && term.matches(":hover")) show(term, kind); }, PAUSE);
    else show(term, kind);
  };
}
