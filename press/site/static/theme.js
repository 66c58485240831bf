// Before anything is painted: the reader's choice of light or dark.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
