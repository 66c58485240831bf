// Steps through a recorded run. What there is to show at each step stands in the page
// (press/run/stepper.py); this shows it, and works from a file and without inline code.
"use strict";
for (const figure of document.querySelectorAll("figure.run")) {
  const template = figure.querySelector("template.stepper");
  const { lanes, states, output, texts, steps, words } = JSON.parse(template.content.querySelector(".data").textContent);
  const parts = template.content.cloneNode(true);
  const [open, panel] = [parts.querySelector(".open"), parts.querySelector(".panel")];
  const drawing = figure.querySelector(".drawing");
  const turns = [...drawing.querySelectorAll(".turn")];
  const get = (selector) => panel.querySelector(selector);
  const [slider, status, samp] = [get("input"), get(".status"), get("samp")];
  const play = get("[data-do=play]");
  const playWord = play.getAttribute("aria-label");
  const files = [...panel.querySelectorAll(".code")].map((code) => ({ code, lines: [...code.querySelectorAll(".line")] }));
  const items = lanes.map(([name, color]) => {
    const item = get(".states").appendChild(document.createElement("li"));
    item.className = color;
    item.append(Object.assign(document.createElement("b"), { textContent: name }), " ", document.createElement("span"));
    return item;
  });
  // What is still to come is veiled.
  const veil = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  veil.setAttribute("class", "veil");
  veil.setAttribute("width", "100%");
  const top = (turn) => +turn.querySelector(".hit").getAttribute("y");
  const end = top(turns.at(-1)) + +turns.at(-1).querySelector(".hit").getAttribute("height");
  const question = [...figure.querySelectorAll(".legend > p")];
  const legend = figure.querySelector(".legend");
  const last = steps.length - 1;
  let now = 0;
  let timer = 0;
  slider.max = last;

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // Scroll a box so that the element in it is seen; the page stays where it is.
  function reveal(box, element) {
    const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
    if (inner.top < outer.top + 30) box.scrollTop += inner.top - outer.top - 60;
    else if (inner.bottom > outer.bottom - 30) box.scrollTop += inner.bottom - outer.bottom + 60;
  }


  function show(place) {
    now = Math.max(0, Math.min(last, place));
    const step = steps[now];
    const [file, line] = step.at[0] || [0, 0];
    files.forEach(({ code, lines }, number) => {
      code.hidden = number !== file;
      lines.forEach((each) => { each.classList.remove("now", "outer"); each.removeAttribute("aria-current"); });
    });
    for (const [number, outer] of step.at.slice(1)) files[number].lines[outer - 1].classList.add("outer");
    const current = files[file].lines[line - 1];
    if (current) {
      current.classList.replace("outer", "now") || current.classList.add("now");
      current.setAttribute("aria-current", "step");
      reveal(current.closest("pre"), current);
    }
    items.forEach((item, number) => {
      const [state, word] = states[step.states[number]];
      item.dataset.state = state;
      item.lastChild.textContent = word;
    });
    get(".vars code").textContent = texts[step.vars];
    get(".queues code").textContent = texts[step.queues];
    samp.textContent = output.slice(0, step.output).join("\n");
    samp.scrollTop = samp.scrollHeight;
    turns.forEach((turn, number) => turn.classList.toggle("now", number === step.turn));
    veil.setAttribute("y", turns[step.turn + 1] ? top(turns[step.turn + 1]) : end);
    veil.setAttribute("height", end - veil.getAttribute("y"));
    reveal(drawing, turns[step.turn]);
    const where = fill(words.at, { who: step.who, line, file: files[file].code.querySelector(".file").textContent.split("/").pop() });
    const time = step.time ? [fill(words.time, { seconds: step.time })] : [];
    status.textContent = [fill(words.step, { n: now + 1, all: steps.length }), ...time, where, ...(step.say ? [step.say] : [])].join(" · ");
    slider.value = now;
    slider.setAttribute("aria-valuetext", status.textContent);
    figure.dataset.step = now;
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    play.classList.remove("on");
    play.setAttribute("aria-label", playWord);
    status.setAttribute("aria-live", "polite");
  }

  function toggle() {
    if (timer) return pause();
    if (now === last) show(0);
    play.classList.add("on");
    play.setAttribute("aria-label", words.pause);
    status.setAttribute("aria-live", "off");
    timer = setInterval(() => (now < last ? show(now + 1) : pause()), 900);
  }

  const other = (step) => step.turn !== steps[now].turn;
  const turnNext = () => { const next = steps.findIndex((step, place) => place > now && other(step)); return next < 0 ? last : next; };
  const turnBack = () => {
    const before = steps.findLastIndex((step, place) => place < now && other(step));
    return before < 0 ? 0 : steps.findIndex((step) => step.turn === steps[before].turn);
  };
  const acts = {
    first: () => show(0), last: () => show(last), back: () => show(now - 1), next: () => show(now + 1),
    "turn-back": () => show(turnBack()), "turn-next": () => show(turnNext()),
  };
  const keys = { Home: "first", End: "last", ArrowLeft: "back", ArrowRight: "next", "Shift+ArrowLeft": "turn-back", "Shift+ArrowRight": "turn-next" };

  function start(place) {
    figure.classList.add("stepping");
    drawing.tabIndex = 0;
    turns.at(-1).after(veil);
    panel.prepend(...question);
    open.hidden = true;
    panel.hidden = false;
    show(place);
  }

  function close() {
    pause();
    figure.classList.remove("stepping");
    drawing.removeAttribute("tabindex");
    turns.forEach((turn) => turn.classList.remove("now"));
    veil.remove();
    legend.prepend(...question);
    panel.hidden = true;
    open.hidden = false;
    open.focus();
  }

  open.addEventListener("click", () => { start(0); figure.focus({ preventScroll: true }); });
  get(".close").addEventListener("click", close);
  slider.addEventListener("input", () => { pause(); show(+slider.value); });
  for (const button of panel.querySelectorAll("[data-do]")) {
    button.addEventListener("click", () => {
      if (button === play) return toggle();
      pause();
      acts[button.dataset.do]();
    });
  }
  drawing.addEventListener("click", (event) => {
    const turn = turns.indexOf(event.target.closest(".turn"));
    if (turn < 0) return;
    pause();
    start(Math.max(0, steps.findIndex((step) => step.turn >= turn)));
  });
  figure.addEventListener("keydown", (event) => {
    if (panel.hidden || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("summary")) return;
    const act = acts[keys[(event.shiftKey ? "Shift+" : "") + event.key]];
    if (event.key === "Escape") close();
    else if (event.key === " " && !event.target.closest("button")) toggle();
    else if (act) { pause(); act(); }
    else return;
    event.preventDefault();
  });

  for (const part of ["vars", "queues"]) {
    get(`.${part}`).hidden = !steps.some((step) => texts[step[part]]);
  }
  get(".output").hidden = !output.length;
  figure.tabIndex = -1;
  panel.hidden = true;
  drawing.before(open, panel);
}
