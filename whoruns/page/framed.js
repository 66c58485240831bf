// The page in a frame of another one, as in a notebook: only its figure, as high as it is, up to a bound; as light or dark as
// the page around it. An image that stands there for those who show no frames goes.
"use strict";
if (location.href === "about:srcdoc") {
  const MOST = 720; // pixels; in a higher frame the panel would not stay in sight
  history.replaceState = () => {}; // such an address does not change
  document.documentElement.classList.add("framed");
  const frame = window.frameElement; // null where nobody may ask
  if (frame) {
    frame.parentElement.querySelector("img")?.remove();
    new ResizeObserver(() => { frame.style.height = `${Math.min(Math.ceil(document.body.offsetHeight), MOST)}px`; }).observe(document.body);
    bookGround(frame, (dark) => { document.body.style.colorScheme = dark ? "dark" : "light"; });
  }
}
