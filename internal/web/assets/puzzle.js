// The page of a puzzle: keys, links and the slider go from step to step and from pattern to pattern.
import { make, onMain, show } from "./base.js";
import "./color.js";

// at is the place that the user has moved to last. The page may still show an earlier one, so all movements count from here and
// not from the links of the page.
let at = null;
let timer = 0; // of the next request
let listTop = 0; // where the list of steps is scrolled to
const opened = new Set(); // ids of the folded parts that the user has opened

const pause = 60; // milliseconds between two requests while a key is held down

const voice = make("div", { id: "voice", role: "status" }); // screen readers say what it contains; it stays when the main part is replaced
document.body.append(voice);

const bar = () => document.querySelector(".walk");

// address returns the address of a place.
function address(to) {
  const query = new URLSearchParams({ step: to.step });
  if (to.path) query.set("path", to.path);
  if (to.pattern) query.set("pattern", to.pattern);
  if (to.digit) query.set("digit", to.digit);
  return `/puzzles/${to.puzzle}?${query}`;
}

// go goes to a place. The number and the address change at once; the page follows.
function go(to) {
  const step = Math.min(Math.max(to.step, 0), at.steps);
  const pattern = Math.min(Math.max(to.pattern || 0, 0), at.patterns);
  if (step === at.step && pattern === (at.pattern || 0)) return;
  at = { ...at, step, pattern, patterns: step === at.step ? at.patterns : 0 }; // the page will say how many patterns
  count();
  history.replaceState({ part: true }, "", address(at));
  if (timer) return;
  load();
  timer = setTimeout(later, pause);
}

// together scrolls a phone so that the picture and the words are in the window.
function together() {
  const words = document.querySelector(".step").getBoundingClientRect();
  if (innerWidth < 640 && words.top + 250 > innerHeight) document.querySelector(".grid").scrollIntoView();
}

// count shows the number of the step in the bar.
function count() {
  bar().querySelector("output").value = `${at.step} of ${at.steps}`;
  bar().querySelector("input[type=range]").value = at.step;
}

// later loads the place that the user has moved to since the last request, if it is another one.
function later() {
  timer = 0;
  if (address(at) === loaded) return;
  load();
  timer = setTimeout(later, pause);
}

let loaded = ""; // address of the last request

// load asks for the page of the place. show drops the answers to earlier requests.
function load() {
  loaded = address(at);
  show(loaded, {}, false);
}

const step = (n) => go({ step: n });
const pattern = (n) => at.patterns > 1 && go({ step: at.step, pattern: Math.max(1, n) });
const shown = () => at.pattern || Math.min(1, at.patterns);

// keys are what the keys and the links of the bars do.
const keys = {
  Home: () => step(0),
  ArrowLeft: () => step(at.step - 1),
  ArrowRight: () => step(at.step + 1),
  End: () => step(at.steps),
  "pattern-back": () => pattern(shown() - 1),
  "pattern-on": () => pattern(shown() + 1),
};

// keyOf returns the name in keys for a key, "" if the key is not ours. Home and End belong to the page and the arrows to what scrolls,
// unless the bar has the focus.
function keyOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input, textarea, select")) return "";
  const inBar = event.target.closest(".walk");
  if (event.key === "Home" || event.key === "End") return inBar ? event.key : "";
  if (event.key === "ArrowUp" || event.key === "ArrowDown") {
    if (!inBar && !event.target.closest(".pager, .patterns")) return "";
    return event.key === "ArrowUp" ? "pattern-back" : "pattern-on";
  }
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return "";
  if (event.shiftKey) return event.key === "ArrowLeft" ? "pattern-back" : "pattern-on";
  const box = event.target.closest(".scroll, pre");
  return box && box.scrollWidth > box.clientWidth ? "" : event.key;
}

document.addEventListener("keydown", (event) => {
  const key = at && keyOf(event);
  if (!key) return;
  event.preventDefault();
  keys[key]();
});

document.addEventListener("click", (event) => {
  if (!at || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  const target = event.target.closest?.(".walk a, .pager a, .patterns a, .steps tbody tr");
  if (!target || String(getSelection())) return;
  const link = target.matches("a") ? target : target.querySelector("a");
  event.preventDefault();
  if (!link.closest("table, ol")) together();
  if (link.dataset.step) step(Number(link.dataset.step));
  else if (link.dataset.pattern) pattern(Number(link.dataset.pattern));
  else keys[link.dataset.key]?.();
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".slide input[type=range]")) step(Number(event.target.value));
});

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".slide")) return;
  event.preventDefault();
  step(Number(event.target.elements.step.value));
});

document.addEventListener("toggle", (event) => event.target.id && opened[event.target.open ? "add" : "delete"](event.target.id), true);

// placeOf returns the place that the page shows. The pattern is 0 unless the address has one.
function placeOf({ puzzle, path, digit, step, steps, pattern, patterns }) {
  const wanted = new URL(location.href).searchParams.has("pattern");
  return { puzzle, path, digit, step: Number(step), steps: Number(steps), pattern: wanted ? Number(pattern) : 0, patterns: Number(patterns) };
}

// keep scrolls a box so that an element of it is visible, and nothing else.
function keep(box, element) {
  if (!box || !element) return;
  const head = box.querySelector("thead")?.offsetHeight || 0;
  const top = element.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientTop;
  if (top < head) box.scrollTop += top - head;
  else box.scrollTop += Math.max(0, top + element.offsetHeight - box.clientHeight);
}

onMain(() => {
  const walk = bar();
  if (!walk) {
    at = null;
    return;
  }
  if (timer && at?.path === walk.dataset.path && address(at) !== loaded) {
    count(); // the user has moved on since the request for this page
  } else {
    at = placeOf(walk.dataset);
    loaded = address(at);
  }
  const { said } = walk.dataset;
  if (new URL(location.href).searchParams.has("from")) history.replaceState({ part: true }, "", walk.dataset.address);
  if (voice.dataset.said !== undefined && voice.dataset.said !== said) voice.textContent = said;
  voice.dataset.said = said;
  opened.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  const list = document.querySelector(".steplist");
  list.scrollTop = listTop;
  keep(list, list.querySelector(".now"));
  listTop = list.scrollTop;
  list.addEventListener("scroll", () => (listTop = list.scrollTop));
  keep(document.querySelector(".patterns"), document.querySelector(".patterns [aria-current]"));
});
if (new URL(location.href).searchParams.get("step") > 0) together();
