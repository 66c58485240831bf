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
}
