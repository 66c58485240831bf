"use strict";
// The words that were sought are marked on the page that was found; Escape takes the marks away.
{
  const sought = JSON.parse(localStorage.getItem("sought"));
  const texts = document.createTreeWalker(document.querySelector("article"), NodeFilter.SHOW_TEXT);
  const ranges = [];
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.data.toLowerCase();
    for (const word of sought) {
      for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        ranges.push(new StaticRange({ startContainer: node, startOffset: at, endContainer: node, endOffset: at + word.length }));
      }
    }
  }
  localStorage.removeItem("sought");
  CSS.highlights?.set("sought", new Highlight(...ranges));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") CSS.highlights?.delete("sought"); });
}
