// What all pages share. The pages work without scripts. With this script, links and forms with data-part replace the main
// part of the page in place.

// prepared are the functions that prepare a new main part, see onMain.
const prepared = [];

// onMain calls a function now, and again after each replacement of the main part.
export function onMain(prepare) {
  prepared.push(prepare);
  prepare();
}

// make returns an element with properties and children.
export function make(tag, properties, ...children) {
  const e = Object.assign(document.createElement(tag), properties);
  e.append(...children);
  return e;
}

// stored returns what this browser keeps under a key, {} if it keeps nothing or forbids it.
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

// store keeps a value under a key, or nothing for null. If the browser has no storage, the value holds for this page only.
export function store(key, value) {
  try {
    if (value) localStorage.setItem(key, JSON.stringify(value));
    else localStorage.removeItem(key);
  } catch {
    // full or forbidden
  }
}

// place returns the address without its fragment. shown is that of the main part that is shown.
const place = () => location.pathname + location.search;
let shown = place();

const part = { "X-Part": "1" };
let running = null; // AbortController of the running request

// themeOf shows the theme of the page in the header, and keeps another one that the user chooses.
function themeOf(select, { dataset }) {
  select.value = dataset.theme;
  select.addEventListener("change", () => {
    dataset.theme = select.value;
    try {
      if (select.value) localStorage.setItem("setdoku theme", select.value);
      else localStorage.removeItem("setdoku theme");
    } catch {
      // Without storage the theme holds for this page.
    }
  });
  addEventListener("storage", (event) => {
    if (event.key === "setdoku theme") select.value = dataset.theme = event.newValue || "";
  });
}
themeOf(document.getElementById("theme"), document.documentElement);

// show fetches a page and replaces the main part of this page with its main part.
export async function show(address, options = {}, push = true) {
  running?.abort();
  const mine = (running = new AbortController());
  const main = document.getElementById("main");
  main.classList.add("busy");
  try {
    const answer = await fetch(address, { ...options, headers: part, signal: mine.signal });
    if (!(answer.headers.get("Content-Type") || "").startsWith("text/html")) {
      location.assign(address);
      return;
    }
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    const fresh = box.content.querySelector("main");
    if (!fresh) {
      location.assign(address);
      return;
    }
    const focused = focusPath(document.activeElement);
    document.getElementById("main").replaceWith(fresh);
    document.title = fresh.dataset.title;
    const at = options.method === "POST" ? address : answer.url;
    if (push && at !== location.href) history.pushState({ part: true }, "", at);
    prepared.forEach((prepare) => prepare());
    shown = place();
    focused && document.querySelector(focused)?.focus();
  } catch (err) {
    if (err.name !== "AbortError") unanswered(main);
  } finally {
    if (running === mine) {
      running = null;
      document.getElementById("main").classList.remove("busy");
      document.querySelectorAll(".cancel").forEach((b) => (b.hidden = true));
    }
  }
}

// unanswered says that a page did not come.
function unanswered(main) {
  main.querySelector("#unanswered")?.remove();
  main.prepend(make("p", { id: "unanswered", className: "failure", role: "alert" }, "The server does not answer. Try again later."));
}

// focusPath returns a selector for the element with the keyboard focus, to focus it again in the new main part.
function focusPath(e) {
  if (!e || !e.closest("main")) return "";
  if (e.id) return "#" + CSS.escape(e.id);
  if (e.name) return `[name="${CSS.escape(e.name)}"]` + (e.value && e.tagName === "BUTTON" ? `[value="${CSS.escape(e.value)}"]` : "");
  return e.dataset.key ? `[data-key="${e.dataset.key}"]` : "";
}

function address(form, button) {
  const data = new FormData(form, button);
  const query = new URLSearchParams([...data].filter(([, v]) => v !== "" && typeof v === "string"));
  const text = query.toString();
  return form.getAttribute("action") + (text ? "?" + text : "");
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (button?.dataset.confirm && !confirm(button.dataset.confirm)) {
    event.preventDefault();
    return;
  }
  if (!("part" in form.dataset)) return;
  event.preventDefault();
  if (form.method === "get") {
    if ("cancel" in form.dataset) document.querySelectorAll(".cancel").forEach((b) => (b.hidden = false));
    show(address(form, button));
    return;
  }
  show(form.getAttribute("action"), { method: "POST", body: new URLSearchParams(new FormData(form, button)) });
});

document.addEventListener("click", (event) => {
  if (event.target.closest?.(".cancel")) {
    running?.abort();
    return;
  }
  const copied = event.target.closest?.("[data-copy]");
  if (copied) copy(copied, document.getElementById(copied.dataset.copy));
  const link = event.target.closest?.("a[data-part], [data-part] a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  show(link.href);
});

// copy copies the text of an element. Where a page may not copy, as without https, it selects the text.
async function copy(button, from) {
  try {
    await navigator.clipboard.writeText(from.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(from);
  }
}

// A link to a part of this page, such as the one that skips the navigation, changes the place no more than a scroll does.
addEventListener("popstate", () => place() !== shown && show(location.href, {}, false));

// A box that scrolls takes the focus, so that the arrow keys scroll it.
const scrolling = new ResizeObserver((entries) => entries.forEach((entry) => focusable(entry.target)));
function focusable(box) {
  if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
}

document.documentElement.classList.add("scripted");
onMain(() =>
  document.querySelectorAll(".scroll, pre").forEach((box) => {
    focusable(box);
    scrolling.observe(box);
  }),
);
