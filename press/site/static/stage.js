// The stage of a stepper: loaded when it is opened for the first time, with what there is to show at each
// step (press/run/stepper.py). The listings are those of the page. What stands on the stage is
// press/site/templates/stage.html.
"use strict";
window.bookStage = (() => {
  const root = document.documentElement;
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
  const make = (tag, text, className = "") => Object.assign(document.createElement(tag), { textContent: text, className });

  // The first element of some HTML.
  function element(html) {
    const template = make("template", "");
    template.innerHTML = html;
    return document.importNode(template.content.firstElementChild, true);
  }

  // The listings of a run: those of the page, or, if it does not show one, the one that comes with the steps.
  function listings(run) {
    return run.files.map((name) => {
      const kept = run.listings[name];
      const code = kept ? element(kept) : document.querySelector(`.code.module[data-listing="${name}"]`).cloneNode(true);
      const pre = code.querySelector("pre");
      for (const part of code.querySelectorAll("button, label, del")) part.remove();
      for (const part of pre.querySelectorAll(".old, .new")) part.replaceWith(...part.childNodes);
      const lines = pre.innerHTML.trimEnd().split("\n").map((line) => { // no element goes on over the end of a line
        const part = make("span", "", "line");
        part.innerHTML = `${line}\n`;
        return part;
      });
      pre.replaceChildren(...lines);
      pre.tabIndex = 0;
      for (const line of lines) {
        const [indent, first] = [line.textContent.search(/\S|$/), document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode()];
        if (!indent || first.length < indent) continue;
        line.style.setProperty("--indent", indent);
        first.splitText(indent); // the indentation is made of padding, narrower where there is little room
        first.replaceWith(make("span", first.data, "lead"));
      }
      return { code, lines, file: code.querySelector(".file").textContent.split("/").pop() };
    });
  }

  // The drawing once more, so that the page below stays as it is; the names of the lanes stay in sight.
  function copyOf(drawing) {
    const svg = drawing.querySelector("svg").cloneNode(true);
    for (const part of [svg, ...svg.querySelectorAll("[id]")]) part.removeAttribute("id");
    svg.removeAttribute("aria-labelledby");
    svg.setAttribute("aria-hidden", "true");
    const turns = [...svg.querySelectorAll(".turn")].map((turn) => {
      const hit = turn.querySelector(".hit");
      return { turn, top: +hit.getAttribute("y"), height: +hit.getAttribute("height") };
    });
    const put = (parent, name, values) => {
      const part = parent.appendChild(document.createElementNS("http://www.w3.org/2000/svg", name));
      for (const key in values) part.setAttribute(key, values[key]);
      return part;
    };
    const end = turns.at(-1).top + turns.at(-1).height;
    const veil = put(svg, "rect", { class: "veil", width: "100%" });
    const heads = put(svg, "g", { class: "heads" });
    heads.append(...svg.querySelectorAll(".head"));
    return { svg, turns, veil, heads, end, put };
  }

  function stage(figure, run, opener) {
    const dialog = element(window.bookDialog);
    const get = (selector) => dialog.querySelector(selector);
    const [slider, status, play, speed, pane, asked] =
      ["input", ".status", ".play", "select", ".drawing", ".asked"].map(get);
    const output = run.fields.indexOf("output");
    const steps = run.steps.map((row, number) => ({
      number,
      printed: run.values[run.steps[number - 1]?.[output]] ?? 0,
      ...Object.fromEntries(run.fields.map((field, column) => [field, run.values[row[column]]])),
    }));
    const files = listings(run);
    const { svg, turns, veil, heads, end, put } = copyOf(figure.querySelector(".drawing"));
    const last = steps.length - 1;
    // Where the reader is when this stage is left; the address may still be that of the stage before it.
    const before = /^#run-.*\.\d+$/.test(location.hash) ? `#${figure.id}` : location.hash;
    let [now, timer, waiting, scale, headed] = [-1, 0, 0, 1, 0];

    // What is on the stage during the whole run.
    const question = [...figure.querySelectorAll(".legend > p")];
    dialog.setAttribute("aria-label", [figure.querySelector(".caption-number")?.textContent.trim(), dialog.ariaLabel].filter(Boolean).join(" · "));
    get("summary").textContent = question.map((part) => part.textContent).join(" ");
    get(".question").append(...question.map((part) => part.cloneNode(true)));
    get(".entry").textContent = run.entry;
    get(".languages").append(...[...document.querySelectorAll(".languages a")].map((link) => link.cloneNode(true)));
    get(".files").append(...files.map(({ code }) => code));
    get(".queues").ariaLabel = get(".queues b").textContent = run.head;
    pane.append(svg);
    slider.max = steps.length;
    const wide = matchMedia("(min-width: 60em)");
    wide.onchange = () => { asked.open = wide.matches; };
    wide.onchange();

    // What changes is made anew at each step, inside boxes that are as high as they will ever be.
    const code = (file, line) => make("code", line ? files[file].lines[line - 1].textContent.trim() : "", "notranslate");
    const row = (text, changed) => make("li", text, changed ? "changed" : "");
    const lists = {
      variables: (step) => step.variables.map(([name, value]) => row(`${name} = ${value}`, step.changed.includes(name))),
      output: (step) => run.output.slice(0, step.output).map((text, n) => row(text, n >= step.printed)),
      tasks: (step) => run.lanes.slice(0, step.states.length).map(([name, colour], lane) => {
        const [state, word] = run.states[step.states[lane]];
        const item = make("li", "", colour);
        item.dataset.state = state;
        item.append(make("b", name), " ", make("span", word));
        return item;
      }),
      queues: (step) => step.queues.map(([name, waiters]) => {
        const item = make("li", "");
        item.append(make("b", `${name}:`), " ");
        waiters.forEach(([text, colour], n) => item.append(n ? ", " : "", make("span", text, colour)));
        if (!waiters.length) item.append("–");
        return item;
      }),
      status: (step) => {
        const [[file, line, who] = []] = step.at;
        const { count, time, place } = status.dataset;
        const where = [
          fill(count, { n: step.number + 1, all: steps.length }), step.time && fill(time, { seconds: step.time }),
          line && fill(place, { who, line, file: files[file].file }),
        ];
        // what has happened stands before the line that is about to run, and behind a line that has just done it
        const told = [make("b", step.say), " ", code(file, line)];
        return [...(step.kind === "line" ? told : told.reverse()), " ", make("span", where.filter(Boolean).join(" · "))];
      },
      stack: (step) => step.at.slice(1).map(([file, line, who]) => {
        if (!line) return make("li", `${who} · ${file}`, "outside");
        const item = make("li", fill(status.dataset.place, { who, line, file: files[file].file }) + " ");
        item.append(code(file, line));
        return item;
      }),
    };

    // What a list is made of: while it stays the same, the list does.
    const madeOf = {
      variables: ["variables", "changed"], output: ["output", "printed"], tasks: ["states"], queues: ["queues"],
      status: ["number"], stack: ["at"],
    };

    // One layout for each box: all that will ever be in it, one below the other.
    function reserve() {
      for (const name in lists) {
        const list = get(`.${name} > :last-child`);
        const all = make("div", "");
        for (const step of new Map(steps.map((each) => [each[madeOf[name][0]], each])).values()) {
          all.appendChild(list.cloneNode(false)).append(...lists[name](step));
        }
        list.replaceWith(all);
        const needed = Math.max(...[...all.children].map((one) => one.offsetHeight));
        get(`.${name}`).hidden = !all.textContent;
        all.replaceWith(list);
        get(`.${name}`).style.setProperty("--needed", `${needed}px`);
      }
      scale = svg.clientWidth / svg.viewBox.baseVal.width || 1;
    }

    function reveal(box, top, height, head = 0) {
      const room = box.clientHeight;
      if (top < box.scrollTop + head || top + height > box.scrollTop + room) {
        box.scrollTop = Math.min(top - head, top + height / 2 - (room + head) / 2);
      }
    }

    // Change as little as there is to change: a new element costs the whole page a look (book.css has :has()).
    function change(list, parts) {
      const items = parts.map((part) => (part.nodeName ? part : new Text(part)));
      items.forEach((item, n) => {
        const old = list.childNodes[n];
        if (!old || old.nodeName !== item.nodeName) return old ? old.replaceWith(item) : list.append(item);
        if (item.nodeType === Node.TEXT_NODE) { if (old.data !== item.data) old.data = item.data; return; }
        if (old.className !== item.className) old.className = item.className;
        Object.assign(old.dataset, item.dataset);
        change(old, [...item.childNodes]);
      });
      while (list.childNodes.length > items.length) list.lastChild.remove();
    }

    function show(place) {
      const previous = steps[now];
      now = Math.max(0, Math.min(last, place));
      const step = steps[now];
      for (const line of dialog.querySelectorAll(".line.now, .line.outer")) {
        line.classList.remove("now", "outer");
        line.removeAttribute("aria-current");
      }
      const [file, number, who] = step.at[0] || [files.findIndex(({ code }) => !code.hidden), 0, ""];
      files.forEach(({ code }, each) => { code.hidden = each !== file; });
      for (const [each, line] of step.at.slice(1)) if (line) files[each].lines[line - 1].classList.add("outer");
      const current = files[file].lines[number - 1];
      current?.classList.add("now");
      current?.setAttribute("aria-current", "step");
      for (const name in lists) {
        if (previous && madeOf[name].every((field) => step[field] === previous[field])) continue;
        change(get(`.${name} > :last-child`), lists[name](step));
      }
      get(".stack").classList.toggle("none", step.at.length < 2);
      get(".stack").inert = step.at.length < 2; // an empty one is no stop of the keyboard, and is not read out
      if (previous) turns[previous.turn].turn.classList.remove("now");
      turns[step.turn].turn.classList.add("now");
      const hidden = turns[step.turn + 1]?.top ?? end;
      veil.setAttribute("y", hidden);
      veil.setAttribute("height", end - hidden);
      slider.value = now + 1;
      slider.setAttribute("aria-valuetext", status.textContent);
      dialog.dataset.step = now;
      look();
      clearTimeout(waiting);
      waiting = setTimeout(remember, 300);
    }

    // Everything that is current is in view, in boxes that scroll by themselves.
    function look() {
      const step = steps[now];
      const current = get(".line.now");
      if (current) reveal(current.closest("pre"), current.offsetTop, current.offsetHeight);
      const { top, height } = turns[step.turn];
      reveal(pane, top * scale, height * scale, (turns[0].top - headed) * scale);
      for (const name of ["variables", "output"]) {
        const box = get(`.${name}`);
        const item = [...box.querySelectorAll(".changed")].pop() || (name === "output" && box.querySelector("li:last-child"));
        if (item) reveal(box, item.offsetTop, item.offsetHeight, box.firstElementChild.offsetHeight);
      }
    }

    // The address of the step; a browser refuses to be told a hundred times a second.
    function remember() {
      clearTimeout(waiting);
      history.replaceState(history.state, "", `#${figure.id}.${now + 1}`);
    }

    function pause() {
      if (timer) swapLabel();
      clearInterval(timer);
      timer = 0;
      play.classList.remove("on");
      status.setAttribute("aria-live", "polite");
    }

    function swapLabel() {
      [play.ariaLabel, play.dataset.other] = [play.dataset.other, play.ariaLabel];
      play.title = `${play.ariaLabel} (␣)`;
    }

    function start() {
      if (now === last) show(run.begins);
      play.classList.add("on");
      swapLabel();
      status.setAttribute("aria-live", "off");
      timer = setInterval(() => (now < last ? show(turnNext()) : pause()), 1600 / speed.value);
    }

    const other = (step) => step.turn !== steps[now].turn;
    const turnNext = () => { const next = steps.findIndex((step, place) => place > now && other(step)); return next < 0 ? last : next; };
    const turnBack = () => {
      const found = steps.findLastIndex((step, place) => place < now && other(step));
      return found < 0 ? 0 : steps.findIndex((step) => step.turn === steps[found].turn);
    };
    const acts = {
      first: () => show(0), last: () => show(last), back: () => show(now - 1), next: () => show(now + 1),
      "turn-back": () => show(turnBack()), "turn-next": () => show(turnNext()),
    };
    const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "next", "Shift+ArrowLeft": "turn-back", "Shift+ArrowRight": "turn-next" };
    const act = (name) => { pause(); acts[name](); };
    const toggle = () => (timer ? pause() : start());
    const at = (turn) => { pause(); show(Math.max(0, steps.findIndex((step) => step.turn >= turn))); };

    get(".close").addEventListener("click", () => dialog.close());
    for (const button of dialog.querySelectorAll("[data-do]")) {
      button.addEventListener("click", () => (button === play ? toggle() : act(button.dataset.do)));
    }
    slider.addEventListener("input", () => { pause(); show(slider.value - 1); });
    speed.addEventListener("change", () => { if (timer) { pause(); start(); } });
    get(".languages").addEventListener("click", remember, true);
    pane.addEventListener("click", (event) => {
      const turn = turns.findIndex((each) => each.turn === event.target.closest(".turn"));
      if (turn >= 0) at(turn);
    });
    pane.addEventListener("scroll", () => heads.setAttribute("transform", `translate(0 ${Math.max(0, pane.scrollTop / scale - headed)})`));
    dialog.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the keys of the page rest
      if (event.ctrlKey || event.metaKey || event.altKey || event.target === speed) return;
      const name = keys[(event.shiftKey ? "Shift+" : "") + event.key];
      if (name) act(name);
      else if (event.key === "Escape") dialog.close(); // a browser may keep its own Escape for dialogs opened by hand
      else if (event.key === " " && !event.target.closest("button, summary")) toggle();
      else return;
      event.preventDefault();
    });
    const resized = new ResizeObserver(() => { reserve(); look(); });

    // The page below stays where it is, and the place of its scroll bar is kept.
    function leave(moved) {
      if (!dialog.isConnected) return;
      pause();
      clearTimeout(waiting);
      resized.disconnect();
      dialog.remove();
      root.classList.remove("on-stage", "with-bar");
      if (moved) return;
      history.replaceState(history.state, "", before || location.pathname + location.search);
      opener.focus({ preventScroll: true });
    }
    dialog.addEventListener("close", () => leave(false));
    document.body.append(dialog);
    if (innerWidth > root.clientWidth) root.classList.add("with-bar");
    root.classList.add("on-stage");
    dialog.showModal();
    dialog.focus();
    reserve();
    headed = Math.max(0, heads.getBBox().y - 2);
    heads.prepend(put(svg, "rect", { y: headed, width: "100%", height: turns[0].top - headed }));
    resized.observe(dialog);
    return { show: (place) => { pause(); show(place ?? run.begins); }, at, leave };
  }

  return stage;
})();
