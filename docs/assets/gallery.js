// Adds filters by kind and format above the gallery. Without scripts all genres are shown.
"use strict";

const KINDS = {
  shading: "Shading", lines: "Loops and paths", division: "Division", numbers: "Numbers and letters",
  placement: "Placing things",
};

function select(label, options, changed) {
  const element = document.createElement("select");
  element.append(new Option("all", ""), ...options.map(([value, text]) => new Option(text, value)));
  element.addEventListener("change", changed);
  const row = document.createElement("label");
  row.append(`${label} `, element);
  return [row, element];
}

function addFilters(gallery) {
  const cards = [...gallery.querySelectorAll(".gw-card")];
  const formats = [...new Set(cards.flatMap((card) => card.dataset.formats.split(" ")))].sort();
  const count = document.createElement("output");
  const show = () => {
    for (const card of cards) {
      const fits = (!kind.value || card.dataset.kind === kind.value)
        && (!format.value || card.dataset.formats.split(" ").includes(format.value));
      card.hidden = !fits;
    }
    count.textContent = `${cards.filter((card) => !card.hidden).length} genres`;
  };
  const [kindRow, kind] = select("Kind", Object.entries(KINDS), show);
  const [formatRow, format] = select("Format", formats.map((name) => [name, name]), show);
  const bar = document.createElement("div");
  bar.className = "gw-filters";
  bar.append(kindRow, formatRow, count);
  gallery.before(bar);
  show();
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll(".gw-gallery").forEach(addFilters));
