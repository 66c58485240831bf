// An editor for a program: a textarea whose letters nobody sees, above the same letters in colour. So undo, selecting,
// touch and screen readers are the browser's own. bookEditor(textarea, { kind, hint, run }) dresses one that is on the
// page; `kind` is "python" or "pycon", `hint` says how the keyboard leaves it, `run` is called by Ctrl+Enter. It returns
// { show(text), reset(text), goTo(line), mark(line) }: `reset` can be undone by the reader.
"use strict";
{
  const KEYWORDS = "False None True and as assert async await break class continue def del elif else except finally for from "
    + "global if import in is lambda nonlocal not or pass raise return try while with yield";
  const TOKEN = new RegExp([
    /(?<c>#.*)/, /(?<s>(?:\b[rbfuRBFU]{1,2})?(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?))/,
    /(?<f>(?<=\b(?:def|class) +)\w+)/, RegExp(`(?<k>\\b(?:${KEYWORDS.replaceAll(" ", "|")})\\b)`),
  ].map((each) => each.source).join("|"), "g");

  const span = (className, textContent) => Object.assign(document.createElement("span"), { className, textContent });

  // The parts of a text: strings, and spans with the classes that code has on the pages (press/theme/markup.py).
  function coloured(text, kind) {
    if (kind === "pycon") {
      return text.split(/^/m).flatMap((line) => {
        const prompt = /^(>>>|\.\.\.)( |$)/m.exec(line)?.[0];
        return prompt === undefined ? line : [span("gp", prompt), ...coloured(line.slice(prompt.length))];
      });
    }
    const parts = [];
    let end = 0;
    for (const found of text.matchAll(TOKEN)) {
      const [name] = Object.entries(found.groups).find(([, value]) => value !== undefined);
      parts.push(text.slice(end, found.index), span(name, found[0]));
      end = found.index + found[0].length;
    }
    return [...parts, text.slice(end)];
  }
  window.bookColoured = coloured;

  window.bookEditor = (textarea, { kind = "python", hint = "", run = () => {} } = {}) => {
    const make = (tag, className) => Object.assign(document.createElement(tag), { className });
    const [box, field, numbers, colours, here] = ["editor", "editor-field", "editor-numbers", "editor-colours", "editor-here"]
      .map((name, n) => make(n === 3 ? "pre" : "div", name));
    for (const part of [numbers, colours, here]) part.ariaHidden = "true";
    Object.assign(textarea, { spellcheck: false, autocapitalize: "off", autocomplete: "off", wrap: "off", lang: "en", translate: false });
    textarea.setAttribute("autocorrect", "off");
    textarea.before(box);
    field.append(here, colours, textarea);
    const inner = make("div", "editor-scroll highlight notranslate");
    inner.append(numbers, field);
    box.append(inner);
    if (hint) {
      const said = Object.assign(make("p", "editor-hint"), { id: `hint-${textarea.id}`, textContent: hint });
      textarea.setAttribute("aria-describedby", said.id);
      box.append(said);
    }

    const lines = () => textarea.value.split("\n");
    function draw() {
      numbers.textContent = lines().map((_, n) => n + 1).join("\n");
      colours.replaceChildren(...coloured(textarea.value, kind), "\n");
    }
    const insert = (text) => document.execCommand(text ? "insertText" : "delete", false, text); // so that it can be undone
    const mark = (line) => {
      here.hidden = !line;
      here.style.setProperty("--line", line);
    };

    // The lines that are selected, or the one of the cursor, with four blanks more or less.
    function indent(less) {
      const { selectionStart: start, selectionEnd: end, value } = textarea;
      if (start === end && !less) return insert(" ".repeat(4 - (start - value.lastIndexOf("\n", start - 1) - 1) % 4));
      const first = value.lastIndexOf("\n", start - 1) + 1;
      const last = value.indexOf("\n", Math.max(start, end - 1));
      const old = value.slice(first, last < 0 ? undefined : last);
      const text = less ? old.replace(/^ {1,4}/gm, "") : old.replace(/^(?=.)/gm, "    ");
      if (text === old) return null;
      textarea.setSelectionRange(first, first + old.length);
      insert(text);
      if (start === end) return textarea.setSelectionRange(Math.max(first, start + text.length - old.length), Math.max(first, start + text.length - old.length));
      return textarea.setSelectionRange(first, first + text.length);
    }

    // Tab is a letter only for who is writing: a keyboard that goes through the page goes on, and Escape lets it go.
    let writing = false;
    textarea.addEventListener("pointerdown", () => { writing = true; });
    textarea.addEventListener("blur", () => { writing = false; });
    textarea.addEventListener("input", () => { writing = true; mark(0); draw(); });
    textarea.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const command = event.ctrlKey || event.metaKey;
      if (event.key === "Escape") writing = false;
      else if (event.key === "Enter" && command) {
        event.preventDefault();
        run();
      } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
        event.preventDefault();
        const before = textarea.value.slice(textarea.value.lastIndexOf("\n", textarea.selectionStart - 1) + 1, textarea.selectionStart);
        const [blanks] = /^ */.exec(before);
        insert(`\n${blanks}${/:\s*(#.*)?$/.test(before) ? "    " : ""}`);
      } else if (event.key === "Tab" && writing && !command && !event.altKey) {
        event.preventDefault();
        indent(event.shiftKey);
      }
    });

    draw();
    mark(0);
    return {
      mark,
      show(text) { textarea.value = text; mark(0); draw(); },
      reset(text) { textarea.focus(); textarea.select(); insert(text); },
      goTo(line) {
        const place = lines().slice(0, line - 1).join("\n").length + (line > 1);
        textarea.focus();
        textarea.setSelectionRange(place, place);
        mark(line);
        here.scrollIntoView({ block: "center" });
      },
    };
  };
}
