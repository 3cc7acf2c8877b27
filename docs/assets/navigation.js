// Shows the place of this page in a long list of pages; the theme keeps the list where the page before had it.
"use strict";

window.addEventListener("load", () => {
  document.querySelector('.bd-docs-nav [aria-current="page"]')?.scrollIntoView({ block: "nearest" });
});
