// A large drawing (sheet.py) ends with the window; what is told above it is folded if it takes more than three lines. The
// row that is lit in it is lit in its times and words, too, which lie over it; and one that is chosen, not only pointed
// at, shows in which column somebody runs.
for (const sheet of document.querySelectorAll(".sheet")) {
  const [drawing, ...parts] = sheet.querySelectorAll(":scope > svg");
  const over = parts.filter((part) => part.matches(".times, .words"));
  const copies = over.map((part) => {
    const copy = document.createElementNS(drawing.namespaceURI, "rect");
    for (const [name, value] of [["class", "cursor"], ["x", part.viewBox.baseVal.x], ["width", "100%"]]) copy.setAttribute(name, value);
    part.prepend(copy);
    return copy;
  });
  const box = sheet.parentElement;
  let pointed = false;
  box.addEventListener("pointermove", () => { pointed = true; }, true);
  for (const kind of ["keydown", "click", "input"]) document.addEventListener(kind, () => { pointed = false; }, true);
  box.sideways = (part) => { // where this begins is in sight
    const [place, frame, times, words] = [part, box, ...over].map((each) => each.getBoundingClientRect());
    const right = getComputedStyle(over[1]).position === "sticky" ? words.left : frame.right;
    const by = Math.min(0, place.left - times.right - 40) || Math.max(0, place.left + 10 - right + 40);
    if (by) box.scrollBy({ left: by, behavior: "instant" });
  };
  const rows = [...drawing.querySelectorAll(".row")];
  new MutationObserver(() => {
    const cursor = drawing.querySelector(".cursor");
    const top = cursor?.getAttribute("y");
    for (const copy of copies) for (const name of ["y", "height"]) copy.setAttribute(name, cursor?.getAttribute(name) ?? 0);
    const bar = !pointed && rows.find((row) => row.firstElementChild.getAttribute("y") === top)?.querySelector(".bar, .pass");
    if (bar) box.sideways(bar);
  }).observe(drawing, { subtree: true, attributes: true, attributeFilter: ["y", "height"] });

  const main = sheet.closest("main");
  const said = main.querySelector(":scope > .said");
  const button = said?.nextElementSibling;
  const above = new ResizeObserver(() => {
    if (button) {
      const lines = [...said.children].map(({ offsetHeight }) => offsetHeight);
      button.hidden = lines.reduce((one, other) => one + other, 0) < 3.5 * parseFloat(getComputedStyle(said).lineHeight);
      said.classList.toggle("long", !button.hidden && button.ariaExpanded === "false");
    }
    main.style.setProperty("--above", `${box.getBoundingClientRect().top + scrollY}px`);
  });
  for (const each of [main, ...(said ? [said] : [])]) above.observe(each);
  button?.addEventListener("click", () => {
    button.ariaExpanded = button.ariaExpanded === "false";
    said.classList.toggle("long", button.ariaExpanded === "false");
  });
}
