// What a worker sends may be made by a program from a stranger's link. Its drawings and its coloured lines come into the
// page only through here: nothing of theirs is taken over, what is on these lists is made anew, and all else is left out.
"use strict";
{
  const NUMBERS = /^[\d\s.,eE+-]*$/;
  const WORDS = /^[\w -]*$/;
  const KNOWN = { // attributes, and what may stand in them
    class: WORDS, role: /^img$/, id: /^run-[\w-]+$/, "aria-labelledby": /^run-[\w-]+( run-[\w-]+)*$/, "data-run": /^[\w.-]+$/,
    viewBox: NUMBERS, x: NUMBERS, y: NUMBERS, width: NUMBERS, height: NUMBERS, cx: NUMBERS, cy: NUMBERS, r: NUMBERS,
    d: /^[\d\s.,eE+\-MmLlHhVvCcSsQqTtAaZz]*$/,
  };
  const DRAWN = ["svg", "g", "title", "desc", "path", "rect", "circle", "text", "tspan"]; // press/figures/svg.py
  // As XML without namespaces, what stands there means nothing to a browser: nothing is loaded, run or even refused.
  // What is no XML, or could be more than that, is null.
  function parsed(text) {
    const root = /<!|<[^>]*xmlns/.test(text) ? null : new DOMParser().parseFromString(`<x>${text}</x>`, "application/xml");
    return root && !root.querySelector("parsererror") ? root.documentElement : null;
  }

  // Fills an element with what is allowed of another one.
  function fill(made, from, namespace, names, attributes) {
    for (const child of from.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) made.append(child.data);
      if (!names.includes(child.localName)) continue;
      const part = document.createElementNS(namespace, child.localName);
      for (const { name, value } of child.attributes) {
        if (attributes.includes(name) && KNOWN[name].test(value)) part.setAttribute(name, value);
      }
      made.append(fill(part, child, namespace, names, attributes));
    }
    return made;
  }

  window.bookClean = {
    // A drawing, as press/figures writes it: an element, or null if it is none.
    svg(text) {
      const found = parsed(text);
      const holder = found && fill(document.createElement("div"), found, "http://www.w3.org/2000/svg", DRAWN, Object.keys(KNOWN));
      return holder?.firstChild?.localName === "svg" ? holder.firstChild : null;
    },
    // The HTML of a line of code: text, and spans of a class; what is something else is text, too.
    line(html) {
      const [holder, found] = [document.createElement("pre"), parsed(html)];
      if (found) fill(holder, found, holder.namespaceURI, ["span"], ["class"]);
      else holder.textContent = html;
      return holder.innerHTML;
    },
  };
}
