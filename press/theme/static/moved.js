// To where the section has gone, or else the page.
const section = document.getElementById(location.hash.slice(1));
const page = document.querySelector("a.moved:not([id])");
if (section && section.matches("a.moved")) location.replace(section.href);
else if (page) location.replace(page.href + location.hash);
