// A reader who changes the language stays at the same section: the ids are the same in all languages.
document.addEventListener("click", (event) => {
  const link = event.target.closest(".languages a");
  if (link) link.hash = location.hash;
});

// What a reader wants to copy: code whole, of a session only what is typed.
function typed(pre) {
  const text = pre.textContent;
  if (!/^(>>>|\$) /.test(text)) return text;
  return text.split("\n").filter((line) => /^(>>>|\.\.\.|\$)( |$)/.test(line))
    .map((line) => line.replace(/^(>>>|\.\.\.|\$) ?/, "")).join("\n") + "\n";
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.body.appendChild(document.createElement("textarea")); // plain http
  area.value = text;
  area.select();
  document.execCommand("copy");
  area.remove();
}

for (const pre of document.querySelectorAll("article .highlight pre")) {
  const button = document.getElementById("copy-button").content.firstElementChild.cloneNode(true);
  const label = button.textContent;
  button.addEventListener("click", async () => {
    await copy(typed(pre));
    button.textContent = button.dataset.done;
    setTimeout(() => { button.textContent = label; }, 2000);
  });
  let bar = pre.closest(".code")?.querySelector(".code-bar");
  if (!bar) {
    bar = document.createElement("div");
    bar.className = "code-bar";
    pre.parentElement.before(bar);
    bar.parentElement.classList.add("code");
  }
  bar.append(button);
}
