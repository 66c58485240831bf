// Before anything is painted: the reader's choice of light or dark, if the browser keeps it.
let theme;
try { theme = localStorage.theme; } catch {}
document.body.dataset.theme = theme || "auto";
