// The buttons that open steppers, and the addresses of their steps. The stage (stage.js) and the steps
// of a run (press/run/stepper.py) are loaded when one is opened, also from the disk.
"use strict";
(() => {
  const template = document.getElementById("stepper");
  const runs = {};
  window.bookRun = (run) => { runs[run.run] = run; }; // each file of steps calls it
  const loaded = {};
  let open = null;

  function load(address) {
    return loaded[address] ??= new Promise((resolve, reject) => {
      const style = address.includes(".css");
      const part = document.createElement(style ? "link" : "script");
      part.onload = resolve;
      part.onerror = () => { delete loaded[address]; part.remove(); reject(address); };
      Object.assign(part, style ? { rel: "stylesheet", href: address } : { src: address });
      document.head.append(part);
    });
  }

  const doors = new Map([...document.querySelectorAll("figure.run")].map((figure) => {
    const door = template.content.querySelector(".opening").cloneNode(true);
    const [button, trouble] = door.children;
    const drawing = figure.querySelector(".drawing");
    const { run, src } = figure.querySelector("template.run").dataset;
    const enter = async (then) => {
      trouble.textContent = "";
      try {
        await Promise.all([...Object.values(template.dataset), src].map(load));
        if (!runs[run]) {
          delete loaded[src];
          throw src;
        }
      } catch (address) {
        trouble.textContent = trouble.dataset.words.replace("{file}", address);
        return;
      }
      open?.leave(true);
      open = window.bookStage(figure, runs[run], button);
      then(open);
    };
    button.addEventListener("click", () => enter((stage) => stage.show()));
    drawing.addEventListener("click", (event) => {
      const turn = event.target.closest(".turn");
      if (turn) enter((stage) => stage.at([...drawing.querySelectorAll(".turn")].indexOf(turn)));
    });
    figure.classList.add("steps");
    drawing.before(door);
    return [figure.id, (place) => { figure.scrollIntoView({ behavior: "instant" }); enter((stage) => stage.show(place)); }];
  }));

  // The address of a step: #run-turns-round-robin.37
  function follow() {
    const [, id, place] = /^#(.+)\.(\d+)$/.exec(location.hash) || [];
    if (doors.has(id)) doors.get(id)(place - 1);
    else open?.leave(true);
  }
  addEventListener("hashchange", follow);
  follow();
})();
