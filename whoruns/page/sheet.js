// A large drawing (sheet.py): the row that is lit in it is lit in its times and words, too, which lie over it; and where
// one moves by keys or buttons, who runs in that row is in sight.
for (const sheet of document.querySelectorAll(".sheet")) {
  const [drawing, ...parts] = sheet.querySelectorAll(":scope > svg");
  const over = parts.filter((part) => part.matches(".times, .words"));
  const copies = over.map((part) => {
    const copy = document.createElementNS(drawing.namespaceURI, "rect");
    for (const [name, value] of [["class", "cursor"], ["x", part.viewBox.baseVal.x], ["width", "100%"]]) copy.setAttribute(name, value);
    part.prepend(copy);
    return copy;
  });
  let top = "";
  new MutationObserver(() => {
    const cursor = drawing.querySelector(".cursor");
    top = cursor?.getAttribute("y") ?? "";
    for (const copy of copies) for (const name of ["y", "height"]) copy.setAttribute(name, cursor?.getAttribute(name) ?? 0);
  }).observe(drawing, { subtree: true, attributes: true, attributeFilter: ["y", "height"] });

  const box = sheet.parentElement;
  const rows = [...drawing.querySelectorAll(".row")];
  for (const kind of ["keyup", "click", "input"]) document.addEventListener(kind, (event) => {
    const bar = event.target.closest(".moment") && rows.find((row) => row.firstElementChild.getAttribute("y") === top)?.querySelector(".bar, .pass");
    if (!bar) return;
    const [place, frame, times, words] = [bar, box, ...over].map((part) => part.getBoundingClientRect());
    const right = getComputedStyle(over[1]).position === "sticky" ? words.left : frame.right;
    const by = Math.min(0, place.left - times.right - 40) || Math.max(0, place.right - right + 40);
    if (by) box.scrollBy({ left: by, behavior: "instant" });
  });
}
