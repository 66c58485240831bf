// What a drawing has besides in which one has to find one's way (large.html): repeated rows are folded, a name tells whom
// it waits for, and how it ends; a strip shows the whole run, and one finds lines, words, names, errors, cancellations and
// deadlines.
//   bookLarge(figure, data)   after bookFigure(figure, data); data.overview is that of story/overview.py
"use strict";
window.bookLarge = (figure, { overview, steps: run, listings }) => {
  const { make } = window.bookPanels;
  const template = make("template");
  template.innerHTML = window.bookWays;
  const ways = template.content.querySelector(".ways");
  const words = { ...ways.dataset };
  const [box, drawing] = [".woven", ".drawing"].map((name) => figure.querySelector(name));
  const [svg, sheet] = ["svg", ".sheet"].map((name) => drawing.querySelector(name));
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const cell = (step, field) => run.values[run.steps[step][run.fields.indexOf(field)]];
  const button = (name, text, label) => Object.assign(make("button", name, text), { type: "button", ariaLabel: label, title: label });
  let [rows, show, panel, row, step] = [[], null, null, 0, 0]; // what the panel shows, and how it is told to
  document.body.classList.add("vast");
  const long = run.rows.length > 30; // else a strip says nothing more
  document.body.classList.toggle("railed", long);
  box.classList.toggle("tall", !sheet);
  svg.setAttribute("role", "group"); // there are names in it to be chosen

  // Whose is a part of the drawing? Its class says so: that of its colour, or one of its own.
  const lanes = new Map(run.lanes.map(([, kinds], lane) => [kinds.split(" ").pop(), lane]));
  lanes.delete("loop"); // it is everybody's
  const laneOf = (part) => [...part.classList].map((kind) => lanes.get(kind)).find((lane) => lane !== undefined);

  // Folding: all that has a height in the drawing is kept with it, and is moved together.
  const LABEL = 24;
  const canvases = [...drawing.querySelectorAll("svg:not(.names, .corner)")]; // times and words may lie over the drawing
  const groups = [...svg.querySelectorAll(".row")];
  const beneath = [...drawing.querySelectorAll("g.words > g")]; // the words of each row, if they are apart
  const at = (part, name) => +part.getAttribute(name);
  const edges = (part) => [at(part, "y"), at(part, "y") + at(part, "height")];
  const hits = groups.map((group) => edges(group.firstElementChild));
  const strokes = canvases.flatMap((canvas) => [...canvas.querySelectorAll("rect, text, circle, path")]).map((part) => {
    const pieces = part.localName === "path" ? part.getAttribute("d").split(/(?<=M-?[\d.]+ |V)(-?[\d.]+)/) : [];
    const heights = pieces.length ? pieces.flatMap((piece, n) => n % 2 ? [+piece] : []) : part.localName === "rect" ? edges(part)
      : [at(part, part.localName === "circle" ? "cy" : "y")];
    return { part, pieces, heights, lasts: part.matches(".bar, .pass, .thread.loop, .life, .hit") };
  });
  const whole = svg.viewBox.baseVal.height;
  const folds = overview.folds.map(([first, size, times]) => {
    const [from, to] = [first + size, first + size * times];
    const [top, end] = [hits[from][0], hits[to - 1][1]];
    return { from, to, top, end, size, times, height: Math.min(72, Math.max(12, (to - from) * 1.5)), open: false, visited: false };
  });
  const foldOf = (n) => folds.find(({ from, to }) => n >= from && n < to);
  const place = (y) => { // where a height is now
    let by = 0;
    for (const fold of folds) {
      if (y <= fold.top) break;
      const height = fold.open ? fold.end - fold.top : fold.height;
      if (y < fold.end) return fold.top + by + LABEL + (y - fold.top) * height / (fold.end - fold.top);
      by += LABEL + height - (fold.end - fold.top);
    }
    return y + by;
  };
  const inside = ([first, ...more]) => folds.some(({ top, end, open }) => !open && first > top && Math.max(first, ...more) < end);
  const short = (number) => `${Math.round(number * 10) / 10}`;
  function fold() {
    for (const stroke of strokes) {
      const { part, pieces, heights, lasts } = stroke;
      const now = heights.map(place);
      if (!lasts) part.classList.toggle("folded", inside(heights));
      if (`${now}` === stroke.now) continue; // it is above what has been folded
      stroke.now = `${now}`;
      if (pieces.length) part.setAttribute("d", pieces.map((piece, n) => n % 2 ? short(now[(n - 1) / 2]) : piece).join(""));
      else if (part.localName === "rect") {
        part.setAttribute("y", short(now[0]));
        part.setAttribute("height", short(now[1] - now[0]));
      } else {
        part.setAttribute(part.localName === "circle" ? "cy" : "y", short(now[0]));
        const turned = part.getAttribute("transform");
        if (turned) part.setAttribute("transform", turned.replace(/[\d.]+(?=\)$)/, short(now[0]))); // about its own place
      }
    }
    for (const canvas of canvases) {
      const { x, width } = canvas.viewBox.baseVal;
      canvas.setAttribute("viewBox", `${x} 0 ${width} ${short(place(whole))}`);
      if (canvas.hasAttribute("height")) canvas.setAttribute("height", short(place(whole)));
    }
    rows.forEach((each, n) => [each.y, each.end] = hits[n].map(place));
    beside();
    strip();
  }

  // At each group of rows that repeats a button opens and closes it.
  const handles = make("div", "folds");
  const seconds = (number) => fill(words.time, { seconds: `${+number.toFixed(6)}`.replace(".", words.point) });
  for (const each of folds) {
    const times = [run.rows[each.from - each.size][0], run.rows[each.to - 1][1]].map((place) => seconds(cell(place, "time")));
    const text = fill(each.size > 1 ? words.rows : words.row, { rows: each.size }) + (times[0] === times[1] ? "" : `, ${times.join(" – ")}`);
    each.button = make("button", "fold", make("b", "", `×${each.times}`), make("span", "", text));
    each.button.type = "button";
    each.button.onclick = () => {
      [each.open, each.visited] = [!each.open, false];
      fold();
      if (show) show(rows[row], step);
    };
    handles.append(each.button);
  }
  const scale = () => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  function beside() { // the buttons stand where their rows are
    for (const each of folds) {
      each.button.ariaExpanded = each.open;
      each.button.style.top = `${place(each.top) * scale() + 2}px`;
    }
  }
  new ResizeObserver(() => { beside(); seen(); }).observe(svg);

  // A name: it, whom it waits for while it does, and who waits for it; all else steps back.
  let chosen;
  const select = ways.querySelector("select");
  select.append(...[...lanes.values()].map((lane) => new Option(run.lanes[lane][0], lane)));
  const aim = (lane) => { // its column comes into sight
    const head = heads.find((each) => laneOf(each) === lane);
    if (head) drawing.sideways?.(head);
  };
  const heads = [...drawing.querySelectorAll(".head")].map((head) => head.closest(".name") ?? head).filter((head) => laneOf(head) !== undefined);
  const extent = new Map(); // of each part, from which height to which one
  for (const { part, heights } of strokes) {
    for (const each of [part, part.closest(".span, .row")]) {
      const known = extent.get(each) ?? [Infinity, -Infinity];
      extent.set(each, [Math.min(known[0], ...heights), Math.max(known[1], ...heights)]);
    }
  }
  groups.forEach((group, n) => extent.set(group, hits[n]));
  const parts = [...drawing.querySelectorAll(".row, .life, .span")].map((part) => [part, laneOf(part)]).filter(([, lane]) => lane !== undefined);
  function choose(lane) {
    chosen = lane;
    const together = new Map([[lane, [[-Infinity, Infinity]]]]);
    for (const [one, other, first, last] of overview.waits) {
      const partner = one === lane ? other : other === lane ? one : undefined;
      if (partner !== undefined) together.set(partner, [...(together.get(partner) ?? []), [hits[first][0], hits[last][1]]]);
    }
    for (const [part, whose] of parts) {
      const [top, end] = extent.get(part);
      part.classList.toggle("aside", lane !== undefined && !together.get(whose)?.some(([first, last]) => top <= last && end >= first));
    }
    beneath.forEach((group, n) => group.classList.toggle("aside", groups[n].matches(".aside")));
    select.value = lane ?? "";
    if (lane !== undefined) sought(true);
    facts();
    tell();
  }
  function tell() { // whom the chosen one waits for at this moment
    if (chosen === undefined && !ways.matches(".chosen")) return;
    ways.classList.toggle("chosen", chosen !== undefined);
    const [for_, by] = [0, 1].map((side) => partners(side, row));
    for (const head of heads) {
      const lane = laneOf(head);
      head.ariaPressed = lane === chosen;
      head.classList.toggle("aside", chosen !== undefined && ![chosen, ...for_, ...by].includes(lane));
    }
    const asked = overview.asks.find(([lane, first, last]) => lane === chosen && first <= row && row <= last);
    const told = [
      asked || for_.length ? fill(words.waits, { names: [asked?.[3], names(for_)].filter(Boolean).join(", ") }) : "",
      asked ? fill(words.since, { time: seconds(asked[4]) }) : "", by.length ? fill(words.awaited, { names: names(by) }) : "",
    ].filter(Boolean);
    ways.querySelector(".whom").textContent = chosen === undefined ? "" : [run.lanes[chosen][0], ...told].join(" · ");
  }
  const names = (found) => found.slice(0, 4).map((lane) => run.lanes[lane][0]).join(", ") + (found.length > 4 ? " …" : "");
  function partners(side, at) { // whom the chosen one waits for (0), or who waits for it (1)
    const now = overview.waits.filter((each) => each[side] === chosen && each[2] <= at && at <= each[3]);
    return now.map((each) => each[1 - side]);
  }
  function facts() { // its longest wait, and how it ends; they lead there
    const waits = overview.asks.filter(([lane]) => lane === chosen);
    const longest = waits.reduce((one, other) => (other[5] ?? Infinity) > (one?.[5] ?? Infinity) || !one ? other : one, undefined);
    const found = [];
    if (longest && longest[5] !== 0) {
      const [, first, , what, since, lasts] = longest;
      const whom = [what, names(partners(0, first))].filter(Boolean).join(", ");
      const text = lasts === null ? [fill(words.waits, { names: whom }), fill(words.since, { time: seconds(since) })].join(" · ")
        : `${fill(words.longest, { time: seconds(lasts), start: seconds(since) })}: ${whom}`;
      found.push([text, run.rows[first][2]]);
    }
    for (const [lane, place, text] of overview.ends) if (lane === chosen) found.push([text, place]);
    ways.querySelector(".facts").replaceChildren(...found.map(([text, place]) => {
      const made = Object.assign(make("button", "", text), { type: "button", title: text });
      made.onclick = () => go(place);
      return made;
    }));
  }
  heads.forEach((head, n) => {
    Object.assign(head, { role: "button", ariaPressed: false, tabIndex: n ? -1 : 0 });
    head.setAttribute("tabindex", n ? -1 : 0);
    const toggle = () => choose(chosen === laneOf(head) ? undefined : laneOf(head));
    head.addEventListener("click", (event) => {
      event.stopPropagation();
      toggle();
      panel?.focus({ preventScroll: true });
    });
    head.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: n - 1, ArrowRight: n + 1, Home: 0, End: heads.length - 1 }[event.key];
      if (event.key === "Enter" || event.key === " ") toggle();
      else if (heads[to]) heads[to].focus();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    head.addEventListener("focus", () => { for (const each of heads) each.setAttribute("tabindex", each === head ? 0 : -1); });
  });
  select.onchange = () => {
    choose(select.value ? +select.value : undefined);
    aim(chosen);
  };

  // To a step, aloud; of several in a row, one after the other.
  const rowOf = (place) => rows.find(({ last }) => last >= place);
  const go = (place) => show(rowOf(place), place, true);
  const following = (places, by) => by > 0 ? places.findIndex((place) => place > step) : places.findLastIndex((place) => place < step);
  const output = ways.querySelector("output");
  const say = (n, all, text) => {
    output.textContent = all ? [fill(panel.dataset.count, { n: n + 1, all }), text].filter(Boolean).join(" · ") : words.none;
    output.title = output.textContent;
  };
  function on(places, by, marks) {
    if (!places.length) return say(0, 0);
    const found = following(places, by);
    const n = found >= 0 ? found : by > 0 ? 0 : places.length - 1; // round again
    if (foot.matches || sheet) drawing.scrollIntoView({ block: foot.matches ? "start" : "nearest", behavior: "instant" });
    go(places[n]);
    if (marks) aim(marks[n][2][0]);
    say(n, places.length, marks?.[n][3]);
  }
  const keys = {};
  for (const group of ways.querySelectorAll(".troubles span")) {
    const { sign, key, name } = group.dataset;
    const marks = overview.marks.filter(([kind]) => kind === group.className);
    const places = marks.map(([, place]) => place);
    const [back, next] = [[-1, "◂", `Shift+${key}`], [1, "▸", key]].map(([by, text, shortcut]) => {
      const made = button("", text, `${text === "▸" ? "→" : "←"} ${name} (${shortcut})`);
      made.setAttribute("aria-keyshortcuts", shortcut);
      made.onclick = () => on(places, by, marks);
      return made;
    });
    group.append(back, make("span", "", `${sign} `, make("small", "", `${name}: `), `${places.length} `, make("kbd", "", key)), next);
    group.hidden = !places.length;
    if (places.length) keys[key] = (shift) => (shift ? back : next).click();
  }

  // Search: the number of a line, words of a line or of a sentence, the name of somebody. One hit in a row.
  const search = ways.querySelector("input");
  const plain = Object.fromEntries(Object.entries(listings).map(([name, lines]) => [name, lines.map((line) => make("p", "", Object.assign(make("template"), { innerHTML: line }).content).textContent.toLowerCase())]));
  function matches(text) {
    const names = run.lanes.map(([name]) => name.toLowerCase());
    const exact = names.indexOf(text);
    const number = /^\d+$/.test(text) ? +text : 0;
    const known = new Map(); // for each value, whether it has it
    const has = (place, field, test) => {
      const index = run.steps[place][run.fields.indexOf(field)];
      const key = `${field} ${index}`;
      if (!known.has(key)) known.set(key, test(run.values[index]));
      return known.get(key);
    };
    const acts = (lane) => exact >= 0 ? lane === exact : !number && names[lane]?.includes(text);
    const runs = ([top]) => top && (number ? top[1] === number : exact < 0 && plain[run.files[top[0]]]?.[top[1] - 1]?.includes(text));
    const says = (said) => !number && exact < 0 && said.toLowerCase().includes(text);
    return run.rows.flatMap(([first, last, shown]) => {
      for (let place = first; place <= last; place++) {
        if (has(place, "at", runs) || has(place, "say", says)) return [place];
      }
      return has(shown, "lane", acts) ? [shown] : [];
    }).filter((place, n, all) => n === 0 || all[n - 1] < place);
  }
  let [asked, hits_] = ["", []];
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const text = search.value.trim().toLowerCase();
    if (text !== asked) {
      [asked, hits_] = [text, text ? matches(text) : []];
      const lane = run.lanes.findIndex(([name]) => name.toLowerCase() === text);
      choose(lane >= 0 ? lane : undefined);
    }
    if (text) on(hits_, event.shiftKey ? -1 : 1);
  });
  search.addEventListener("input", () => { output.textContent = ""; });
  for (const field of [search, select]) field.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation()); // arrows are theirs

  // The strip: who runs when in the whole run, the troubles, and what is in sight.
  const rail = make("div", "rail");
  const [sight, marks] = [make("div", "sight"), make("div", "marks")];
  for (const [name, value] of Object.entries({ role: "scrollbar", tabindex: 0, "aria-label": words.whole, "aria-orientation": "vertical", "aria-valuemin": 0, "aria-valuemax": 100, "aria-controls": svg.id || (svg.id = "drawing") })) rail.setAttribute(name, value);
  const tiny = document.createElementNS(svg.namespaceURI, "svg");
  tiny.setAttribute("preserveAspectRatio", "none");
  tiny.setAttribute("aria-hidden", true);
  rail.append(tiny, marks, sight);
  for (const [kind, place] of overview.marks) marks.append(Object.assign(make("i", kind), { place }));
  function strip() {
    const height = svg.viewBox.baseVal.height;
    const paths = new Map();
    groups.forEach((group, n) => {
      const lane = laneOf(group);
      if (lane === undefined) return;
      const [y, end] = hits[n].map(place);
      const colour = run.lanes[lane][1].split(" ")[0];
      paths.set(colour, `${paths.get(colour) ?? ""}M${lane} ${short(y)}h1V${short(end)}h-1z`);
    });
    tiny.setAttribute("viewBox", `0 0 ${run.lanes.length} ${height}`);
    tiny.replaceChildren(...[...paths].map(([colour, d]) => {
      const path = document.createElementNS(svg.namespaceURI, "path");
      path.setAttribute("class", colour);
      path.setAttribute("d", d);
      return path;
    }));
    for (const mark of marks.children) {
      const n = run.rows.findIndex(([, last]) => last >= mark.place);
      mark.style.top = `${100 * place((hits[n][0] + hits[n][1]) / 2) / height}%`;
    }
    seen();
  }
  const foot = matchMedia("(width < 40em) or ((width <= 52em) and (height > 32em))"); // as in panel.css
  const scrolls = () => drawing.scrollHeight > drawing.clientHeight + 1 && getComputedStyle(drawing).overflowY !== "visible" ? drawing : window;
  function view() { // the part of the window in which the drawing is seen
    const own = scrolls() === window ? { top: 0, bottom: innerHeight } : drawing.getBoundingClientRect();
    return { top: Math.max(0, own.top), bottom: Math.min(own.bottom, innerHeight - (foot.matches && panel ? panel.offsetHeight : 0)) };
  }
  function seen() {
    const [{ top, height }, now] = [svg.getBoundingClientRect(), view()];
    const [from, to] = [now.top - top, now.bottom - top].map((y) => Math.max(0, Math.min(1, y / height)));
    rail.hidden = to <= from || to - from > 0.95;
    Object.assign(sight.style, { top: `${100 * from}%`, height: `${100 * (to - from)}%` });
    rail.ariaValueNow = Math.round(50 * (from + to));
    const n = hits.findIndex(([, end]) => place(end) >= (from + to) / 2 * svg.viewBox.baseVal.height);
    if (n >= 0) rail.ariaValueText = seconds(cell(run.rows[n][0], "time"));
    rail.style.bottom = `${innerHeight - Math.min(innerHeight, now.bottom)}px`;
  }
  function scroll(share) { // this part of the whole comes into the middle
    if (scrolls() === drawing) drawing.scrollIntoView({ block: "nearest", behavior: "instant" });
    const [{ top, height }, now] = [svg.getBoundingClientRect(), view()];
    scrolls().scrollBy({ top: top + share * height - (now.top + now.bottom) / 2, behavior: "instant" });
    seen();
  }
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; seen(); });
  };
  for (const target of [window, drawing]) target.addEventListener("scroll", later, { passive: true });
  addEventListener("resize", later);
  const pulled = ({ clientY }) => {
    const { top, height } = rail.getBoundingClientRect();
    scroll((clientY - top) / height);
  };
  rail.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    rail.focus({ preventScroll: true });
    rail.setPointerCapture(event.pointerId);
    pulled(event);
  });
  rail.addEventListener("pointermove", (event) => rail.hasPointerCapture(event.pointerId) && pulled(event));
  rail.addEventListener("keydown", (event) => {
    const [now, size] = [sight.style.top, sight.style.height].map((text) => parseFloat(text) / 100);
    const by = { ArrowUp: -size / 4, ArrowDown: size / 4, PageUp: -size, PageDown: size, Home: -2, End: 2 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    scroll(Math.max(0, Math.min(1, now + size / 2 + by)));
  });

  const find = button("find", "⌕", ways.ariaLabel);
  function sought(now) { // on a telephone, the panel has room for it only when it is asked for
    box.classList.toggle("unsought", !now);
    find.ariaExpanded = now;
  }

  // With the panel: what it shows is in sight, and letters lead on.
  box.shown = (detail) => {
    if (!panel) {
      panel = box.querySelector(".moment");
      panel.querySelector(".bar").before(ways);
      find.onclick = () => {
        sought(box.matches(".unsought"));
        if (!box.matches(".unsought")) search.focus({ preventScroll: true });
      };
      panel.querySelector(".large").before(find);
      sought(!foot.matches);
    }
    [rows, show, row, step] = [detail.rows, detail.show, detail.rows.indexOf(detail.row), detail.step];
    const here = foldOf(row);
    const leave = detail.loud ? folds.filter((each) => each.visited && each !== here) : [];
    for (const each of leave) each.open = each.visited = false;
    const opens = here && detail.loud && !here.open;
    if (opens) here.open = here.visited = true;
    if (opens || leave.length) fold();
    tell();
  };
  box.addEventListener("keydown", (event) => { // up and down lead over what is folded
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const next = by && event.target === panel && foldOf(row + by);
    const to = rows[by > 0 ? next?.to : next?.from - 1];
    if (!next || next.open || !to || box.matches(".guessing")) return;
    event.preventDefault();
    event.stopPropagation();
    show(to, undefined, true);
  }, true);
  box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && chosen !== undefined && !ways.parentElement.closest("dialog")) return choose();
    if (event.target.matches("input[type=search], select")) return;
    const does = event.key === "/" ? () => { sought(true); search.focus({ preventScroll: true }); } : keys[event.key.toUpperCase()];
    if (!does) return;
    event.preventDefault();
    does(event.shiftKey);
  });
  (sheet ?? drawing).append(handles);
  if (long) box.append(rail);
  fold();
};
