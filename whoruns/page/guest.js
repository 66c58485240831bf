// Figures on pages of others are as light or dark as these.
"use strict";
for (const guest of document.querySelectorAll(".whoruns")) bookGround(guest.parentElement, (dark) => guest.classList.toggle("dark", dark));
