"use strict";
// Lines of a listing have an address: #turns.talk.12 is one, #turns.talk.12-15 are several. The <i> at the beginning of
// each is counted, also where it folds, or where a piece leaves it out; a <b> is ten (press/listing/html.py).
{
  const numbers = (pre) => [...pre.querySelectorAll("i, b")].flatMap((each) => Array(each.matches("b") ? 10 : 1).fill(each));
  const folded = ([first]) => getComputedStyle(first).visibility === "hidden";

  function mark(lines) {
    for (const each of document.querySelectorAll(".here")) each.className = "";
    for (const each of lines) each.className = "here";
  }

  // The page may show a listing several times: the first place counts where the line is seen.
  function arrive() {
    const [, name, from, to = from] = /^#([\w.]+)\.(\d+)(?:-(\d+))?$/.exec(location.hash) ?? [];
    const places = [...document.querySelectorAll(`.module[data-listing="${name}"] pre`)]
      .map((pre) => numbers(pre).slice(from - 1, to))
      .filter(([first]) => first && !first.closest(".gap"));
    const lines = places.find((each) => !folded(each)) ?? places[0] ?? [];
    mark(lines);
    if (!lines.length) return;
    for (let box = lines[0]; (box = box.closest("details:not([open])"));) box.open = true;
    if (folded(lines)) {
      for (const box of lines[0].closest(".code").querySelectorAll("input")) box.checked = !box.matches(".only-new");
    }
    lines[0].scrollIntoView({ block: "center" });
  }
  addEventListener("hashchange", arrive);
  arrive();

  // A click on a number gives the address, and one with Shift that of all lines from the one that is marked.
  document.addEventListener("click", ({ target, shiftKey }) => {
    const code = target.closest(".module");
    if (!code || !target.matches("i")) return;
    const all = numbers(code);
    const there = all.indexOf(target);
    const marked = shiftKey ? all.findIndex((each) => each.className) : -1;
    const [from, to] = [marked < 0 ? there : marked, there].sort((one, two) => one - two);
    mark(all.slice(from, to + 1));
    history.replaceState(history.state, "", `#${code.dataset.listing}.${from + 1}${to > from ? `-${to + 1}` : ""}`);
  });
}
