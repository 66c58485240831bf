// The figure of a page that stands alone: its drawing is there already.
{
  const figure = document.querySelector("figure.run");
  const data = JSON.parse(document.getElementById("figure").textContent);
  const frames = new ResizeObserver((changes) => { // a keyboard reaches what scrolls
    for (const { target } of changes) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const frame of document.querySelectorAll("pre, .drawing")) frames.observe(frame);
  bookFigure(figure, { ...data, svg: figure.querySelector(".drawing").firstElementChild });
  if (data.overview) bookLarge(figure, data);

  // Keys that are pressed anywhere are the panel's; arrows, while one sees the drawing, and nothing else takes them.
  const moment = () => document.querySelector(".moment");
  const seen = () => {
    const { top, bottom } = figure.querySelector(".drawing").getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  };
  document.addEventListener("keydown", (event) => {
    const { target, key, shiftKey } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.closest(".moment, dialog, input, select, textarea")) return;
    if (key.length > 1 && (target.closest("pre, .table-wrapper") || !seen())) return;
    const again = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
    if (!moment().dispatchEvent(again)) event.preventDefault();
  });
  if (location.href !== "about:srcdoc") setTimeout(() => moment().focus({ preventScroll: true })); // when it is there
}
