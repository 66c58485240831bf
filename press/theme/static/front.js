// The figure of the first screen is played once, three seconds after its panel has come, and again by who asks: it goes
// from row to row, and a wait, of a second, takes a second. Whoever takes it in hand, or reads on, stops it.
"use strict";
(() => {
  const { play, stop } = document.currentScript.dataset;
  const box = document.querySelector(".front .woven");
  const rows = box?.querySelectorAll(".row") ?? [];
  const button = document.createElement("button");
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    button.textContent = play;
  };
  const show = (n) => {
    if (n === rows.length) return end();
    box.dispatchEvent(new CustomEvent("turn", { detail: n }));
    timer = setTimeout(show, rows[n].matches(".wait") ? 1000 : 700, n + 1);
    button.textContent = stop;
  };
  button.type = "button";
  button.className = "play";
  button.textContent = play;
  button.onclick = () => (timer ? end() : show(0));
  const coming = new MutationObserver(() => {
    const bar = box.querySelector(".moment .bar");
    if (!bar) return;
    coming.disconnect();
    bar.prepend(button);
    for (const kind of ["pointerdown", "pointermove", "keydown"]) box.addEventListener(kind, ({ target }) => target === button || end());
    addEventListener("scroll", end, { once: true, passive: true });
    if (!location.hash && !scrollY && !matchMedia("(prefers-reduced-motion: reduce)").matches) timer = setTimeout(show, 3000, 0);
  });
  if (box) coming.observe(box, { childList: true });
})();
