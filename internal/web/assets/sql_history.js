// The statements that this browser keeps: the last ones that ran, and those that the user saved under a name.

const key = "setdoku.sql";
const most = 50;

// read returns {history: [statement], saved: [{name, sql}]}, the newest first. Nothing is stored if the browser forbids it.
function read() {
  try {
    const stored = JSON.parse(localStorage.getItem(key)) ?? {};
    const texts = (Array.isArray(stored.history) ? stored.history : []).filter((s) => typeof s === "string");
    const saved = (Array.isArray(stored.saved) ? stored.saved : []).filter((s) => typeof s?.name === "string" && typeof s?.sql === "string");
    return { history: texts, saved };
  } catch {
    return { history: [], saved: [] };
  }
}

function write(stored) {
  try {
    localStorage.setItem(key, JSON.stringify(stored));
  } catch {
    // full or forbidden
  }
}

function link(sql, shown) {
  const a = document.createElement("a");
  a.href = "/sql?" + new URLSearchParams({ q: sql });
  a.textContent = shown;
  a.title = sql;
  return a;
}

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
    const stored = read();
    edit(stored);
    write(stored);
    show();
  };
  const show = () => {
    const { history, saved } = read();
    box.querySelector(".saved").replaceChildren(
      ...saved.map((s) => {
        const item = document.createElement("li");
        const remove = document.createElement("button");
        remove.type = "button";
        remove.textContent = "Delete";
        remove.setAttribute("aria-label", "Delete " + s.name);
        remove.addEventListener("click", () => change((stored) => (stored.saved = stored.saved.filter((o) => o.name !== s.name))));
        item.append(link(s.sql, s.name), remove);
        return item;
      }),
    );
    box.querySelector(".history ol").replaceChildren(
      ...history.map((sql) => {
        const item = document.createElement("li");
        item.append(link(sql, short(sql)));
        return item;
      }),
    );
    box.querySelector(".history").hidden = history.length === 0;
  };

  box.hidden = false;
  save.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = save.elements.name.value.trim();
    if (!name || !text.value.trim()) return;
    change((stored) => (stored.saved = [{ name, sql: text.value }, ...stored.saved.filter((s) => s.name !== name)]));
    save.reset();
  });
  box.querySelector(".forget").addEventListener("click", () => change((stored) => (stored.history = [])));
  const ran = "ran" in text.form.dataset && text.defaultValue.trim();
  if (ran) change((stored) => (stored.history = [ran, ...stored.history.filter((s) => s !== ran)].slice(0, most)));
  else show();
}
