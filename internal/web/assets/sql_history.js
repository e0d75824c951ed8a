// The statements that this browser keeps: the last ones that ran, and those that the user saved under a name.
import { make, store, stored } from "./base.js";

const key = "setdoku.sql";
const most = 50;

// read returns {history: [statement], saved: [{name, sql}]}, the newest first. Nothing is stored if the browser forbids it.
function read() {
  const { history, saved } = stored(key);
  const list = (value, fits) => (Array.isArray(value) ? value : []).filter(fits);
  return { history: list(history, (s) => typeof s === "string"), saved: list(saved, (s) => typeof s?.name === "string" && typeof s?.sql === "string") };
}

const link = (sql, shown) => make("a", { href: "/sql?" + new URLSearchParams({ q: sql }), title: sql }, shown);

// short returns a statement in one line.
function short(sql) {
  const line = sql.replace(/--[^\n]*/g, " ").replace(/\s+/g, " ").trim() || sql.trim();
  return line.length > 90 ? line.slice(0, 89) + "…" : line;
}

// keep adds the statement of the page to the history if it ran, and shows what is stored.
export function keep(text) {
  const box = document.querySelector(".mine");
  const save = box.querySelector(".save");
  const change = (edit) => {
    const all = read();
    edit(all);
    store(key, all);
    show();
  };
  const show = () => {
    const { history, saved } = read();
    box.querySelector(".saved").replaceChildren(
      ...saved.map((s) => {
        const onclick = () => change((all) => (all.saved = all.saved.filter((o) => o.name !== s.name)));
        return make("li", {}, link(s.sql, s.name), make("button", { type: "button", ariaLabel: "Delete " + s.name, onclick }, "Delete"));
      }),
    );
    box.querySelector(".history ol").replaceChildren(...history.map((sql) => make("li", {}, link(sql, short(sql)))));
    box.querySelector(".history").hidden = history.length === 0;
  };

  box.hidden = false;
  save.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = save.elements.name.value.trim();
    if (!name || !text.value.trim()) return;
    change((all) => (all.saved = [{ name, sql: text.value }, ...all.saved.filter((s) => s.name !== name)]));
    save.reset();
  });
  box.querySelector(".forget").addEventListener("click", () => change((all) => (all.history = [])));
  const ran = "ran" in text.form.dataset && text.defaultValue.trim();
  if (ran) change((all) => (all.history = [ran, ...all.history.filter((s) => s !== ran)].slice(0, most)));
  else show();
}
