// The panel (panel.html) beside the drawing of a run says what is so at the moment that one moves to, row by row, and line by
// line. A page loads it when one comes near to a figure, and it loads the steps (story/steps.py), also from the disk.
"use strict";
(() => {
  const template = document.createElement("template");
  template.innerHTML = window.bookPanel;
  const foot = matchMedia("(width < 40em) or ((width <= 52em) and (height > 32em))"); // as in panel.css
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const set = (part, values) => { for (const name in values) part.setAttribute(name, values[name]); };
  const make = (tag, className, ...parts) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...parts);
    return made;
  };

  const named = (run) => `run-${run.replace(/[._]/g, "-")}`; // as the id of its figure

  const runs = {};
  const ends = new Map(); // for each figure with a panel, what takes it away
  const loaded = {};
  const decode = (run) => {
    const decoded = [];
    const step = (n) => decoded[n] ??= run.steps[n] && Object.fromEntries(run.steps[n].map((cell, m) => [run.fields[m], run.values[cell]]));
    return { ...run, step, code: [] };
  };
  window.bookRun = (run) => { runs[run.run] = decode(run); }; // each file of steps calls it
  const load = ({ run, src }) => loaded[src] ??= new Promise((resolve, reject) => {
    const part = Object.assign(document.createElement("script"), { src });
    const fail = () => { delete loaded[src]; reject(src); };
    part.onload = () => { part.remove(); runs[run] ? resolve(runs[run]) : fail(); };
    part.onerror = () => { part.remove(); fail(); };
    document.head.append(part);
  });

  // The lines of a listing: as they are handed, of the page, or of what comes with the steps.
  const listing = (run, file) => run.code[file] ??= (() => {
    const name = run.files[file];
    const lines = run.lines?.[name];
    if (lines) return { name: `${name.replace(/\.py$/, "").split(".").pop()}.py`, lines };
    const holder = make("template");
    holder.innerHTML = run.listings[name] || "";
    const code = holder.content.firstElementChild ?? document.querySelector(`.code.module[data-listing="${name}"]`).cloneNode(true);
    const pre = code.querySelector("pre");
    for (const part of pre.querySelectorAll("del, i")) part.remove();
    for (const part of pre.querySelectorAll(".old, .new, .imports")) part.replaceWith(...part.childNodes);
    return { name: code.querySelector(".file").textContent.split("/").pop(), lines: pre.innerHTML.trimEnd().split("\n") };
  })();
  const line = (run, file, number, className) => { // no element goes on over the end of a line
    const made = make("span", className);
    made.innerHTML = listing(run, file).lines[number - 1] || " ";
    return made;
  };

  // The address of a step, which a browser refuses to be told a hundred times a second.
  let [address, timer] = ["", 0];
  function write() {
    clearTimeout(timer);
    if (address) history.replaceState(history.state, "", address);
    address = "";
  }
  for (const kind of ["click", "auxclick"]) document.addEventListener(kind, (event) => event.target.closest(".languages") && write(), true);

  // Give a figure its panel, for the runs that the page has there, or for those that are given.
  function live(figure, given) {
    const over = new AbortController();
    const { signal } = over;
    const [box, drawing, question] = [".woven", ".drawing", ".question"].map((name) => figure.querySelector(name));
    const svg = drawing.querySelector("svg");
    const panel = template.content.querySelector(".moment").cloneNode(true);
    const get = (name) => panel.querySelector(`.${name}`);
    const words = { ...panel.dataset, guess: get("guess").textContent };
    const slider = panel.querySelector("input");
    const dialog = make("dialog", "scrubbed");
    const templates = [...figure.querySelectorAll("template.run")];
    const answering = given ? "" : figure.dataset.answerRun ?? templates[0].dataset.run; // the run with the answer
    let [cursors, rows, row, step] = [[], [], null, 0]; // a cursor for each run; what is shown is a step, in a row
    let [ready, mine, guess, held] = [null, [], null, 0];

    const draw = (name, values, before = null) => {
      const made = document.createElementNS(svg.namespaceURI, name);
      set(made, values);
      return svg.insertBefore(made, before);
    };
    const begin = () => ready ??= Promise.all(given ?? templates.map((each) => load(each.dataset))).then((found) => {
      if (signal.aborted) return;
      mine = found;
      found.forEach((run) => {
        const part = svg.querySelector(`.part[data-run="${run.run}"]`);
        const own = [...part.querySelectorAll(".row")].map((element, n) => {
          const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => +element.firstElementChild.getAttribute(name));
          const [first, last, shown] = run.rows[n];
          return { run, n, x, y, width, end: y + height, first, last, shown };
        });
        run.title = part.querySelector(".title")?.textContent ?? ""; // if there are several
        cursors.push([own, part.insertBefore(draw("rect", {}), part.querySelector(".row"))]);
        rows.push(...own);
        run.timed = run.step(run.steps.length - 1).time > 0;
      });
      rows.sort((one, other) => one.y - other.y || one.x - other.x); // several runs have common rows of time
      slider.max = rows.length - 1;
      get("outs").hidden = found.every(({ output }) => !output.length);
      get("guess").hidden = !found.some(({ asks }) => asks?.length);
      enlarged(false);
      figure.querySelector(".trouble")?.remove();
      box.append(panel);
      box.classList.add("live");
      // From there the reader goes on to the answer.
      const first = found.find(({ run }) => run === answering) ?? found[0];
      const start = rows.findLast(({ run, last }) => run === first && last >= run.begins && last < (given ? 0 : figure.dataset.answer - 1));
      start ? show(start) : find(first, first.begins, false);
      resized.observe(get("lines"));
    }, (src) => {
      ready = null;
      figure.querySelector(".trouble") ?? box.append(make("p", "trouble", fill(words.trouble, { file: src })));
      throw src;
    });

    const resized = new ResizeObserver(() => show(row, step)); // more lines fit

    // The sentences of a row, with their steps.
    const said = ({ run, first, last }) => run.steps.slice(first, last + 1).map((_, n) => [first + n, run.step(first + n).say]).filter(([, text]) => text);

    // A moment: a step of a row. `loud`: by keys or buttons; who listens is told, and the address goes along.
    function show(to, place, loud) {
      row = to;
      const { run, first, last, shown, y, end } = row;
      step = Math.max(first, Math.min(last, place ?? shown));
      const now = run.step(step);
      panel.dataset.step = step;
      box.shown?.({ row, step, loud, rows, show });
      for (const [own, cursor] of cursors) {
        const middle = (y + end) / 2;
        const lit = (own.includes(row) ? row : own.find((each) => each.y <= middle && each.end > middle)) ?? { x: 0, y: 0, width: 0, end: 0 };
        set(cursor, { class: own.includes(row) ? "cursor" : "cursor also", x: lit.x, y: lit.y, width: lit.width, height: lit.end - lit.y });
      }
      const current = said(row).findLast(([n]) => n <= step);
      get("told").replaceChildren(...said(row).map(([n, text]) => {
        const item = make("li", n > step ? "later" : "", text);
        if (n === current?.[0]) set(item, { class: "now", "aria-current": "step" });
        item.onclick = () => show(to, n, true);
        return item;
      }));
      const lane = run.lanes[now.lane];
      const who = lane && (now.at.length || !/^wa(its|kes)$/.test(now.kind)) ? lane[0] : "";
      const time = run.timed ? fill(words.time, { seconds: `${now.time}`.replace(".", words.point) }) : "";
      get("when").replaceChildren(
        make("b", "", run.title), make("b", "", time), make("span", `name ${lane?.[1]}`, who),
        make("span", "count", fill(words.count, { n: rows.indexOf(row) + 1, all: rows.length })));
      const values = now.at.length ? code(run, now) : everybody(run, now);
      get("variables").replaceChildren(...values);
      set(get("queues"), { "aria-label": run.head });
      get("queues").replaceChildren(...now.queues.map(([name, waiters]) => make("li", "", make("b", "", `${name}: `),
        ...waiters.flatMap(([text, colour], n) => [n ? ", " : "", make("span", colour, text)]), waiters.length ? "" : "–")));
      get("frames").replaceChildren(...now.at.slice(1).map(([file, number, who]) => make("li", number ? "" : "outside",
        number ? fill(words.place, { who, line: number, file: listing(run, file).name }) : `${who} · ${file}`)));
      get("states").replaceChildren(...now.states.map((state, n) => make("li", "", make("b", run.lanes[n][1], run.lanes[n][0]), ` ${run.states[state][1]}`)), ...(run.more ? [make("li", "", run.more)] : []));
      get("outs").replaceChildren(...run.output.slice(dialog.open ? 0 : Math.max(0, now.output - 2), now.output).map((text) => make("li", "", text)));
      for (const [list, item] of [["told", ".now"], ["lines", ".now"], ["values", ".changed"]]) { // in sight, with what goes before
        const shown = get(list).querySelector(item);
        let top = shown;
        const room = shown && shown.offsetTop + shown.offsetHeight - get(list).clientHeight * 0.75;
        while (top?.previousElementSibling?.offsetTop >= room) top = top.previousElementSibling;
        get(list).scrollTop = top?.offsetTop ?? 0;
      }
      slider.value = rows.indexOf(row);
      const aloud = [run.title, time, who, current?.[1], panel.querySelector(".line.now")?.textContent.trim()].filter(Boolean).join(": ");
      set(slider, { "aria-valuetext": aloud });
      if (!loud) return;
      if (!guess && document.activeElement !== slider) get("status").textContent = aloud; // a slider speaks by itself
      reveal();
      if (guess) return;
      address = `#${named(run.run)}.${step + 1}`;
      clearTimeout(timer);
      timer = setTimeout(write, 300);
    }

    // Who has control: the lines around the one that is about to run. Returns the variables.
    function code(run, now) {
      const [file, number, who] = now.at[0];
      panel.classList.remove("still");
      const fit = get("lines").clientHeight / parseFloat(getComputedStyle(get("lines")).lineHeight);
      const around = Math.max(1, Math.floor((fit - .9) / 2));
      const all = listing(run, file);
      const from = Math.max(1, Math.min(number - around, all.lines.length - 2 * around));
      const shown = all.lines.slice(from - 1, from + 2 * around).map((_, n) => line(run, file, from + n, from + n === number ? "line now" : "line"));
      const indent = Math.min(...shown.filter((each) => each.textContent.trim()).map((each) => each.textContent.search(/\S/)));
      for (const each of shown) {
        const text = document.createTreeWalker(each, NodeFilter.SHOW_TEXT).nextNode();
        text.data = text.data.slice(Math.min(indent, text.data.search(/\S|$/)));
      }
      set(shown.find((each) => each.matches(".now")), { "aria-current": "step" });
      get("lines").replaceChildren(...shown);
      get("place").textContent = fill(words.place, { who, line: number, file: all.name });
      return now.variables.map(([name, value]) => make("li", now.changed.includes(name) ? "changed" : "", `${name} = ${value}`));
    }

    // Nobody has it: where does everybody stand, and with what?
    function everybody(run, now) {
      const name = (lane) => make("b", run.lanes[lane][1], `${run.lanes[lane][0]} `);
      get("lines").replaceChildren(...now.stand.filter(([, file]) => file >= 0).map(([lane, file, number]) => (
        make("span", "line", name(lane), ...[line(run, file, number)].map((each) => (each.innerHTML = each.innerHTML.trim(), each))))));
      get("place").textContent = words.stand;
      panel.classList.toggle("still", !panel.querySelector(".line"));
      return now.stand.flatMap(([lane, , , values]) => values.map(([each, value]) => make("li", "", name(lane), `${each} = ${value}`)));
    }

    // The row is in sight, below the header of a phone, above its panel; and so is the panel in a low window.
    function reveal() {
      const place = svg.getBoundingClientRect();
      const [top, bottom] = [row.y, row.end].map((y) => place.top + y * scale(place));
      const sheet = drawing.querySelector(".sheet"); // a large one is scrolled in its box, below its names
      const own = dialog.open || sheet;
      const frame = own ? drawing.getBoundingClientRect() : { top: 0, bottom: Infinity };
      const from = frame.top + (sheet?.querySelector(".names").clientHeight ?? 0);
      const to = Math.min(frame.bottom, innerHeight - (!dialog.open && foot.matches && panel.offsetHeight));
      const by = top < from + 70 ? top - from - 90 : bottom > to - 10 ? bottom - to * 0.6 - from * 0.4
        : own ? 0 : Math.max(0, Math.min(panel.getBoundingClientRect().bottom - innerHeight, top - 70));
      if (by) (own ? drawing : window).scrollBy({ top: by, behavior: "instant" });
      held = scrolled();
    }
    const scrolled = () => scrollY + drawing.scrollTop;
    const scale = (place) => place.width / svg.viewBox.baseVal.width;

    const find = (run, place, loud) => show(rows.find((each) => each.run === run && each.last >= place), place, loud);
    const turn = (to) => rows[to] && show(rows[to], undefined, true);
    const move = (by) => row.run.steps[step + by] && find(row.run, step + by, true);

    // Guessing: the drawing is veiled from the next row on, and what does not follow by itself is asked.
    function predict() {
      if (guess) return stop();
      const { run } = rows.find((each) => each.run.asks?.length);
      guess = { asked: 0, right: 0, foreseen: {}, marks: [], veil: draw("rect", { class: "veil", x: 0, width: "100%" }) };
      box.classList.add("guessing");
      get("guess").textContent = words.stop;
      find(run, Math.max(0, run.begins - 1), false);
      ask();
    }

    function stop() {
      for (const mark of [...guess.marks, guess.veil]) mark.remove();
      guess = null;
      box.classList.remove("guessing");
      get("guess").textContent = words.guess;
      get("asked").replaceChildren();
    }

    // Understood is what has been foreseen twice, that somebody goes on, and that nobody does; "until" is another sum each time.
    const sort = ([, kind, choices, right]) => kind + (choices[right][1] === "os");
    const understood = (kind) => kind !== "until" && row.run.asks.every((each) => each[1] !== kind || guess.foreseen[sort(each)] > 1);

    const following = () => rows.find((each) => each.run === row.run && each.n === row.n + 1);
    function ask(...verdict) {
      let asked;
      for (let next; (next = following());) {
        asked = row.run.asks.find(([n, kind]) => n === next.n && !understood(kind));
        if (asked) break;
        show(next);
      }
      set(guess.veil, { y: row.end, height: asked ? Math.max(...rows.map(({ end }) => end)) + 12 - row.end : 0 });
      const who = row.run.lanes[row.run.step(row.shown).lane]?.[0];
      const next = asked ? fill(words[asked[1]], { who }) : fill(words.sum, { n: guess.right, all: guess.asked });
      const choices = (asked?.[2] ?? []).map(([text, colour], n) => {
        const button = make("button", colour, text);
        set(button, { type: "button", "aria-keyshortcuts": n + 1 });
        button.onclick = () => answer(asked, n);
        return button;
      });
      get("asked").replaceChildren(...verdict, make("p", asked ? "next" : "next sum", next), make("p", "choices", ...choices));
      get("status").textContent = [...verdict.map((each) => each.ariaLabel), next].join(" ");
      reveal();
      (choices[0] ?? get("guess")).focus({ preventScroll: true });
    }

    // The answer is the recording, and its next sentence the reason.
    function answer(asked, chosen) {
      const right = chosen === asked[3];
      guess.asked++;
      guess.right += right;
      guess.foreseen[sort(asked)] = right ? (guess.foreseen[sort(asked)] ?? 0) + 1 : 0;
      const before = row;
      show(following());
      const reason = { who: said(row)[0], until: said(row).at(-1), where: said(before).at(-1) }[asked[1]]?.[1];
      const mark = draw("text", { class: right ? "right" : "wrong", x: 0, y: (row.y + row.end) / 2 + 5 });
      mark.textContent = right ? "✓" : "✗";
      guess.marks.push(mark);
      const verdict = make("p", right ? "right" : "wrong", `${mark.textContent} ${reason ?? ""}`);
      verdict.ariaLabel = `${right ? words.right : words.wrong}: ${reason ?? ""}.`;
      ask(verdict);
    }

    // By mouse, finger and keys.
    function pick(x, y) {
      const place = svg.getBoundingClientRect();
      const [left, top] = [(x - place.left) / scale(place), (y - place.top) / scale(place)];
      const under = rows.filter((each) => left >= each.x && left <= each.x + each.width);
      const own = under.length ? under : rows.filter(({ run }) => run === row.run);
      return own.find(({ end }) => end > top) ?? own.at(-1);
    }
    drawing.addEventListener("pointermove", (event) => { // sideways is the way to the panel
      if (event.pointerType !== "mouse" || !row || guess || Math.abs(event.movementX) > Math.abs(event.movementY)) return;
      const to = pick(event.clientX, event.clientY);
      if (to !== row) show(to);
    }, { signal });
    drawing.addEventListener("click", (event) => {
      if (!row || guess) return;
      panel.focus({ preventScroll: true });
      show(pick(event.clientX, event.clientY), undefined, true);
    }, { signal });
    let waiting = false;
    for (const part of [window, drawing]) part.addEventListener("scroll", () => { // on a phone, whoever scrolls moves along the drawing; a script that scrolls does not
      if (waiting || !row || guess || dialog.open || !foot.matches || Math.abs(scrolled() - held) < 40) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        held = NaN;
        const place = svg.getBoundingClientRect();
        const height = (innerHeight - panel.offsetHeight) * 0.55;
        if (place.top > height || place.bottom < height - 60) return;
        const to = pick(place.left + (row.x + 1) * scale(place), height);
        if (to !== row) show(to);
      });
    }, { passive: true, signal });
    slider.addEventListener("input", () => turn(+slider.value));
    box.addEventListener("turn", ({ detail }) => row && !guess && show(rows[detail]), { signal }); // played, it is silent
    panel.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const does = guess ? panel.querySelectorAll(".choices button")[event.key - 1] : {
        ArrowLeft: () => move(-1), ArrowRight: () => move(1), ArrowUp: () => turn(+slider.value - 1), ArrowDown: () => turn(+slider.value + 1),
        Home: () => turn(0), End: () => turn(rows.length - 1),
      }[event.key];
      if (!does) return;
      event.preventDefault();
      does.click ? does.click() : does();
    });
    get("back").onclick = () => move(-1);
    get("next").onclick = () => move(1);
    get("guess").onclick = predict;

    // Enlarged, the same elements stand in a dialog; the page below keeps its place.
    let top = 0;
    function enlarged(now) {
      const name = now ? words.close : words.large;
      get("large").textContent = now ? "✕" : "⤢";
      set(get("large"), { "aria-label": name, title: now ? `${name} (Esc)` : name });
    }
    get("large").onclick = () => {
      if (dialog.open) return dialog.close();
      top = scrollY;
      figure.style.minHeight = `${figure.offsetHeight}px`;
      dialog.ariaLabel = [figure.querySelector(".caption-number")?.textContent.trim(), panel.ariaLabel].filter(Boolean).join(" · ");
      box.before(dialog);
      dialog.append(...[question, box].filter(Boolean));
      dialog.showModal();
      enlarged(true);
      document.documentElement.classList.add("enlarged");
      show(row, step);
      panel.focus({ preventScroll: true });
    };
    dialog.onclose = () => {
      dialog.replaceWith(box);
      if (question) figure.prepend(question);
      figure.style.minHeight = "";
      scrollTo({ top, behavior: "instant" });
      held = scrolled();
      enlarged(false);
      document.documentElement.classList.remove("enlarged");
      show(row, step);
      get("large").focus({ preventScroll: true });
    };

    // An address or the question leads to a step.
    const lead = (run, place) => begin().then(() => {
      if (guess) stop();
      const led = mine.find((each) => each.run === run);
      find(led, Math.min(place, led.steps.length - 1), true);
    });
    let button;
    if (figure.dataset.answer && !given) {
      button = make("button", "answer", words.answer);
      button.type = "button";
      button.onclick = () => lead(answering, figure.dataset.answer - 1).then(() => panel.focus({ preventScroll: true }), () => {});
      question.classList.add("answered");
      (question.querySelector("p:last-child") ?? question).append(" ", button);
    }
    const near = new IntersectionObserver((entries) => entries.at(-1).isIntersecting && begin().then(() => near.disconnect(), () => {}), { rootMargin: "600px" });
    if (given) begin();
    else near.observe(drawing);
    ends.set(figure, () => {
      if (guess) stop();
      if (dialog.open) {
        dialog.close();
        dialog.onclose();
      }
      dialog.onclose = null;
      over.abort();
      near.disconnect();
      resized.disconnect();
      for (const [, cursor] of cursors) cursor.remove();
      panel.remove();
      button?.remove();
      question?.classList.remove("answered");
      box.classList.remove("live");
    });
    return (given ?? templates.map(({ dataset }) => dataset)).map(({ run }) => [named(run), (place) => {
      for (let folded = figure; (folded = folded.parentElement?.closest("details"));) folded.open = true;
      figure.scrollIntoView({ behavior: "instant" });
      lead(run, place).catch(() => {});
    }]);
  }

  // The address of a step is #run-turns-round-robin.37; the run is that of a figure of this name, or one of another's runs.
  const found = [...document.querySelectorAll("figure:has(template.run)")].flatMap((figure) => live(figure).map((each, n) => [n, ...each]));
  const places = new Map(found.sort(([a], [b]) => b - a).map(([, id, lead]) => [id, lead]));
  window.bookPanels = { live, ends, load, decode, places, make };
  const follow = () => {
    const [, id, place] = /^#(.+)\.(\d+)$/.exec(location.hash) ?? [];
    places.get(id)?.(Math.max(0, place - 1));
  };
  addEventListener("hashchange", follow);
  follow();
})();
