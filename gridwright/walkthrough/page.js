"use strict";
// Position 0 is the puzzle, position n the one after step n. Spots are numbered; `data.steps[n - 1]` is step n.
const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.querySelector("#data").textContent);
/** A label in the language of the page, with words for the names in braces; `|` separates the forms for one and for several. */
const t = (text, words = {}) => {
  const [one, several = one] = (data.labels[text] || text).split("|");
  return (words.n === 1 ? one : several).replace(/\{(\w+)\}/g, (_, name) => words[name]);
};
const ROLES = {
  premise: t("reason"), supposition: t("supposition"), consequence: t("consequence"), contradiction: t("contradiction"), conclusion: t("conclusion"),
};
const find = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const made = (name, attributes, parent, text) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent?.append(element);
  return element;
};

const board = find("board"), spots = all("#spots path"), range = find("range");
const timed = all("[data-from], [data-to]", board), ghosts = all("[data-ghost]", board);
const boxes = spots.map((path) => path.getBBox());
const LAST = data.steps.length;
let now = 0;
let pinned = null;

// -- stops: what the keys and buttons go through; a closed fold is one stop --

const foldOf = (n) => find(`step-${n}`)?.closest(".fold") || null;
const span = (fold) => [Number(fold.dataset.from), Number(fold.dataset.to)];
const isClosed = (fold) => fold && !fold.querySelector("details").open;
function stopAt(n) {
  const fold = n > 0 ? foldOf(n) : null;
  return isClosed(fold) ? span(fold) : [n, n];
}

// -- a position --

/** The part of each spot in the steps from one to another: lists of spots by role. */
function partsOf(first, last) {
  const steps = data.steps.slice(first - 1, last);
  if (steps.length !== 1) return { conclusion: [...new Set(steps.flatMap((step) => step.conclusion))] };
  return Object.fromEntries(["around", ...Object.keys(ROLES)].map((role) => [role, steps[0][role] || []]));
}

function show(n, { scroll = true, quiet = false } = {}) {
  const [first, last] = stopAt(Math.max(0, Math.min(LAST, n)));
  now = last;
  draw(board, first, last);
  range.value = last;
  range.setAttribute("aria-valuetext", countWords(first, last));
  find("count").textContent = countWords(first, last);
  for (const id of ["first", "back"]) find(id).disabled = last === 0;
  for (const id of ["next", "last"]) find(id).disabled = last === LAST;
  legend(first, last);
  mark(first, last, scroll);
  label();
  if (!quiet) history.replaceState(null, "", last ? `#step-${last}` : location.pathname + location.search);
}

const countWords = (first, last) => (last === 0 ? t("{n} step|{n} steps", { n: LAST })
  : first === last ? t("Step {last} of {all}", { last, all: LAST }) : t("Steps {first}–{last} of {all}", { first, last, all: LAST }));

/** Draws the position after some steps, with what they speak of. */
function draw(svg, first, last) {
  const within = svg === board ? { timed, ghosts } : { timed: all("[data-from], [data-to]", svg), ghosts: all("[data-ghost]", svg) };
  for (const one of within.timed) one.classList.toggle("off", Number(one.dataset.from || 0) > last || last >= Number(one.dataset.to || Infinity));
  for (const one of within.ghosts) one.classList.toggle("off", first !== last || Number(one.dataset.ghost) !== last);
  const marks = svg.querySelector("#marks"), notes = svg.querySelector("#notes");
  marks.replaceChildren();
  notes.replaceChildren();
  if (!last) return;
  const parts = partsOf(first, last);
  for (const [role, some] of Object.entries(parts)) {
    for (const i of some) {
      const framed = role !== "premise" && role !== "around";
      if (!framed && Object.entries(parts).some(([other, them]) => other !== role && other !== "around" && them.includes(i))) continue;
      for (const ground of framed && i < data.cells ? [" ground", ""] : [""]) made("use", { href: `#s${i}`, class: role + ground, ...shrunk(role, i) }, marks);
    }
  }
  numbers(marks, data.steps[last - 1].links || []);
  candidates(notes, parts, first, last);
}

/** Inner frames for what is only supposed, so that the conclusion about the same place is visible around them. */
function shrunk(role, i) {
  if (i >= data.cells || !["supposition", "consequence", "contradiction"].includes(role)) return {};
  const { x, y, width, height } = boxes[i];
  const scale = role === "contradiction" ? 0.86 : 0.72;
  return { transform: `translate(${(x + width / 2) * (1 - scale)} ${(y + height / 2) * (1 - scale)}) scale(${scale})` };
}

/** The order of consequences. */
function numbers(parent, links) {
  if (links.length < 2) return;
  links.forEach((some, n) => {
    for (const i of some) {
      const { x, y, width, height } = boxes[i];
      const cell = i < data.cells;
      made("text", { x: x + width * (cell ? 0.8 : 0.5), y: y + height * (cell ? 0.95 : 0.5) + (cell ? 0 : 4), "font-size": 11 }, parent, n + 1);
    }
  });
}

/** The candidates of open cells that the steps speak of; those that they strike out are crossed. */
function candidates(parent, parts, first, last) {
  if (!data.values) return;
  const left = new Map(Object.entries(data.open).map(([i, values]) => [Number(i), new Set(values)]));
  for (const step of data.steps.slice(0, last)) for (const [i, value] of step.gone || []) left.get(i)?.delete(value);
  const out = new Map();
  for (const step of data.steps.slice(first - 1, last)) for (const [i, value] of step.out || []) out.set(i, [...(out.get(i) || []), value]);
  const side = Math.ceil(Math.sqrt(data.values.length));
  for (const i of new Set(Object.values(parts).flat())) {
    const own = [...(left.get(i) || [])].map((value) => [value, false]).concat((out.get(i) || []).map((value) => [value, true]));
    if (!left.get(i)?.size || (first === last && data.steps[last - 1].placed?.includes(i))) continue;
    const { x, y, width, height } = boxes[i];
    const [wide, high] = [(width - 5) / side, (height - 5) / side];
    for (const [value, struck] of own) {
      const cx = x + 2.5 + wide * ((value % side) + 0.5), cy = y + 2.5 + high * (Math.floor(value / side) + 0.5);
      const size = Math.min(11, high * 0.95);
      made("text", { x: cx, y: cy + size * 0.355, "font-size": size, class: struck ? "out" : "" }, parent, data.values[value]);
      if (struck) made("path", { d: `M${cx - 4} ${cy + 4}L${cx + 4} ${cy - 4}` }, parent);
    }
  }
}

/** Marks the current step in the list; only its places are in the order of the Tab key. */
function mark(first, last, scroll) {
  for (const one of all(".now")) one.classList.remove("now");
  for (const one of all('.at[tabindex="0"]')) one.setAttribute("tabindex", "-1");
  for (const one of all("[aria-current]")) one.removeAttribute("aria-current");
  if (!last) {
    find("steps").scrollTop = 0;
    return;
  }
  const item = first === last ? find(`step-${last}`) : foldOf(last);
  item.classList.add("now");
  item.setAttribute("aria-current", "step");
  for (const one of all(".at", item)) one.setAttribute("tabindex", "0");
  find("live").textContent = first === last ? t("Step {last}: {words}", { last, words: item.querySelector("p").textContent }) : item.querySelector("summary").textContent;
  if (scroll) reveal(item);
}

/** Scrolls the list so that a step is below the one before it. */
function reveal(item) {
  const list = find("steps"), before = item.previousElementSibling;
  document.documentElement.style.setProperty("--above", `${document.querySelector(".table").offsetHeight}px`);
  if (getComputedStyle(list).overflowY === "auto") list.scrollTop = (before || item).offsetTop;
  else item.scrollIntoView();
}

function legend(first, last) {
  const parts = last ? partsOf(first, last) : {};
  find("legend").replaceChildren(...Object.keys(ROLES).filter((role) => parts[role]?.length || (role === "premise" && parts.around?.length)).map((role) => {
    const item = document.createElement("li");
    made("rect", { x: 3, y: 3, width: 34, height: 26, class: role }, made("svg", { viewBox: "0 0 40 32", "aria-hidden": "true" }, item));
    item.append(ROLES[role]);
    return item;
  }));
}

// -- places: from words to the board and back --

const spotsOf = (element) => (element.dataset.at || "").split(" ").filter(Boolean).map(Number);

/** Shows some spots on the board and the words that name them. */
function point(some) {
  for (const one of all(".pointed, .met")) one.classList.remove("pointed", "met");
  for (const i of some) spots[i].classList.add("pointed");
  if (!some.length) return;
  for (const one of all(".at")) {
    const own = spotsOf(one);
    if (some.length === 1 ? own.includes(some[0]) : own.length === some.length && own.every((i) => some.includes(i))) {
      one.classList.add("pointed");
      one.closest("li").classList.add("met");
    }
  }
}

/** The steps that speak of a spot. */
const stepsOf = (i) => data.steps.flatMap((step, n) =>
  (["around", ...Object.keys(ROLES)].some((role) => step[role]?.includes(i)) ? [n + 1] : []));

/** A spot in words: its name, its clue, and the marks that it has by now. */
function spotWords(i) {
  const marks = data.steps.slice(0, now).flatMap((step, n) => (step.marks || []).filter(([at]) => at === i).map(([, word]) => t("{words}, step {at}", { words: data.words[word], at: n + 1 })));
  return [data.names[i], data.clues[i], ...marks.slice(-3)].filter(Boolean).join("; ");
}

function tell(some) {
  const [i] = some;
  if (some.length !== 1) find("spoken").textContent = "";
  else {
    const steps = stepsOf(i);
    const listed = steps.length > 12 ? [...steps.slice(0, 12), "…"] : steps;
    find("spoken").textContent = spotWords(i) + (steps.length ? t("; spoken of in step {steps}|; spoken of in steps {steps}", { n: steps.length, steps: listed.join(", ") }) : "");
  }
}

function attend(some) {
  point(some);
  tell(some);
}
const release = () => attend(pinned || []);
function pin(some) {
  pinned = pinned && String(pinned) === String(some) ? null : some;
  release();
}

let focused = 0;
const label = () => spots[focused].setAttribute("aria-label", spotWords(focused));
function focusSpot(i) {
  spots[focused].setAttribute("tabindex", "-1");
  focused = i;
  spots[i].setAttribute("tabindex", "0");
  label();
  spots[i].focus({ preventScroll: true });
}

/** The nearest spot in a direction. */
function beside(from, dx, dy) {
  const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
  const [ax, ay] = middle(boxes[from]);
  let best = from, least = Infinity;
  boxes.forEach((box, i) => {
    const [bx, by] = middle(box);
    const along = (bx - ax) * dx + (by - ay) * dy, aside = Math.abs((bx - ax) * dy) + Math.abs((by - ay) * dx);
    if (i !== from && along > 1 && along + 3 * aside < least) [best, least] = [i, along + 3 * aside];
  });
  return best;
}

/** Goes to the next step that speaks of a spot, after the last to the first. */
function visit(i) {
  const steps = stepsOf(i);
  const next = steps.find((n) => n > now) || steps[0];
  if (next) go(next);
}

// -- going --

/** Goes to a step; a closed fold around it opens. */
function go(n) {
  const fold = foldOf(n);
  if (isClosed(fold)) fold.querySelector("details").open = true;
  show(n);
}

const forward = () => show(now + 1);
const back = () => show(stopAt(now)[0] - 1);
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target === range) return;
  const i = spots.indexOf(event.target);
  const acts = { Home: () => show(0), End: () => show(LAST), ArrowLeft: back, ArrowRight: forward, Escape: () => { pinned = null; release(); } };
  let act = acts[event.key];
  if (i >= 0 && ARROWS[event.key]) act = () => focusSpot(beside(i, ...ARROWS[event.key]));
  if (i >= 0 && (event.key === "Enter" || event.key === " ")) act = () => visit(i);
  if (event.target.classList?.contains("at") && (event.key === "Enter" || event.key === " ")) act = () => pin(spotsOf(event.target));
  if (!act) return;
  event.preventDefault();
  act();
}

function listen() {
  find("first").onclick = () => show(0);
  find("last").onclick = () => show(LAST);
  find("back").onclick = back;
  find("next").onclick = forward;
  range.oninput = () => show(Number(range.value));
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", fromAddress);
  const text = document.querySelector(".text");
  text.addEventListener("click", (event) => {
    const item = event.target.closest("li[id]"), place = event.target.closest(".at");
    if (place) pin(spotsOf(place));
    if (event.target.closest("li > a")) event.preventDefault();
    if (item && Number(item.id.slice(5)) !== now) show(Number(item.id.slice(5)), { scroll: false });
  });
  for (const details of all("details")) details.addEventListener("toggle", () => {
    const [first, last] = span(details.parentElement);
    if (!printing && now >= first && now <= last) show(details.open ? now : last, { scroll: false });
  });
  text.addEventListener("pointerover", (event) => event.target.closest(".at") && attend(spotsOf(event.target.closest(".at"))));
  text.addEventListener("pointerout", (event) => event.target.closest(".at") && release());
  text.addEventListener("focusin", (event) => event.target.matches(".at:focus-visible") && attend(spotsOf(event.target)));
  text.addEventListener("focusout", (event) => event.target.matches(".at") && release());
  const drawing = find("spots");
  drawing.addEventListener("pointerover", (event) => attend([spots.indexOf(event.target)]));
  drawing.addEventListener("pointerout", release);
  drawing.addEventListener("focusin", (event) => attend([spots.indexOf(event.target)]));
  drawing.addEventListener("focusout", release);
  drawing.addEventListener("click", (event) => pin([spots.indexOf(event.target)]));
}

function fromAddress() {
  const n = Number(/^#step-(\d+)$/.exec(location.hash)?.[1] || 0);
  if (n > 0 && n <= LAST) go(n);
  else show(0, { quiet: true });
}

// -- print: all steps, with a picture after every few --

const PER_PICTURE = 8;
let printing = false;
let opened = [];
function print() {
  printing = true;
  opened = all("details:not([open])");
  const items = [...find("steps").children].filter((item) => item.id || item.dataset.to);
  items.forEach((item, i) => {
    if ((i + 1) % PER_PICTURE && i + 1 < items.length) return;
    const n = Number(item.dataset.to || item.id.slice(5));
    const figure = document.createElement("figure"), copy = board.cloneNode(true);
    copy.querySelector("#spots").remove();
    draw(copy, n, n);
    if (n === LAST) copy.querySelector("#marks").replaceChildren();
    copy.removeAttribute("id");
    const caption = document.createElement("figcaption");
    caption.textContent = n === LAST ? t("The answer") : t("After step {at}", { at: n });
    figure.append(copy, caption);
    item.after(figure);
  });
  for (const details of opened) details.open = true;
  draw(board, 0, 0);
}
function printed() {
  for (const figure of all("figure")) figure.remove();
  for (const details of opened) details.open = false;
  printing = false;
  show(now, { scroll: false });
}
window.addEventListener("beforeprint", print);
window.addEventListener("afterprint", printed);

// -- the beginning --

document.documentElement.classList.add("scripted");
for (const one of [document.querySelector("nav"), find("legend"), find("spoken")]) one.hidden = false;
board.setAttribute("role", "group");
board.setAttribute("aria-label", t("Cells"));
const hatch = made("pattern", { id: "hatch", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, made("defs", {}, board));
made("path", { d: "M0 0V5" }, hatch);
spots.forEach((path, i) => {
  path.setAttribute("role", "button");
  path.setAttribute("tabindex", i ? "-1" : "0");
  path.setAttribute("aria-label", data.names[i]);
});
for (const one of all(".at")) {
  one.setAttribute("role", "button");
  one.setAttribute("tabindex", "-1");
}
listen();
fromAddress();
