// Suggestions of tables, columns and words in the statement. The schema is read from the page, which lists it.
import { make } from "./base.js";

const words = (
  "SELECT FROM WHERE GROUP BY ORDER LIMIT WITH RECURSIVE AS JOIN INNER LEFT CROSS ON USING AND OR NOT NULL IS IN EXISTS BETWEEN LIKE CASE WHEN THEN " +
  "ELSE END DISTINCT HAVING UNION ALL EXCEPT INTERSECT VALUES COUNT SUM MIN MAX AVG COALESCE CAST ROUND LENGTH SUBSTR OVER PARTITION DESC ASC EXPLAIN QUERY PLAN"
).split(" ");
const relation = new RegExp(`\\b(?:FROM|JOIN|,)\\s*([a-z_]+)(?:\\s+(?:AS\\s+)?(?!(?:${words.join("|")})\\b)([a-z_]+))?`, "gi"); // with its alias
const most = 40;

// schema returns the relations of the page in its order: a map of a name to the names of its columns.
function schema() {
  const relations = new Map();
  document.querySelectorAll(".relation").forEach((e) => relations.set(e.dataset.name, [...e.querySelectorAll("li code")].map((c) => c.textContent)));
  return relations;
}

// named returns the relations that a statement names, with their aliases: a map of an alias or name to a relation.
function named(text, relations) {
  const found = new Map();
  const clean = text.replace(/--[^\n]*|'(?:[^']|'')*'/g, " ");
  for (const [, name, alias] of clean.matchAll(relation)) {
    if (!relations.has(name.toLowerCase())) continue;
    found.set(name.toLowerCase(), name.toLowerCase());
    if (alias) found.set(alias.toLowerCase(), name.toLowerCase());
  }
  return found;
}

// suggest returns what may be at the end of before: {text, kind}, the likeliest first, and how much of it is written already.
export function suggest(before, text, relations) {
  const inside = before.replace(/--[^\n]*\n|'(?:[^']|'')*'/g, " ");
  if (/--[^\n]*$|'[^']*$/.test(inside)) return { written: "", list: [] };
  const [, owner, written] = /(?:\b([a-z_]\w*)\.)?([a-z_]\w*)?$/i.exec(before).map((s) => s ?? "");
  const used = named(text, relations);
  const columns = (names) => names.flatMap((n) => (relations.get(n) ?? []).map((c) => ({ text: c, kind: n })));
  let list;
  if (owner) {
    list = columns([used.get(owner.toLowerCase()) ?? owner.toLowerCase()]);
  } else {
    const tables = [...relations.keys()].map((n) => ({ text: n, kind: "table or view" }));
    const afterFrom = /\b(?:FROM|JOIN)\s+\w*$/i.test(before) || /\bFROM\s+[\w\s,]*,\s*\w*$/i.test(before);
    const rest = words.map((w) => ({ text: w, kind: "" }));
    list = afterFrom ? tables : [...columns([...new Set(used.values())]), ...tables, ...rest];
  }
  const start = written.toLowerCase();
  const seen = new Set();
  list = list.filter((s) => s.text.toLowerCase().startsWith(start) && s.text.toLowerCase() !== start && !seen.has(s.text) && seen.add(s.text));
  return { written, list: list.slice(0, most) };
}

// caret returns the place of a character of a textarea, in pixels from the corner of its parent.
function caret(text, at) {
  const mark = make("span", {}, "\u200b");
  const mirror = make("div", { className: "mirror" }, text.value.slice(0, at), mark);
  const style = getComputedStyle(text);
  for (const p of ["font", "lineHeight", "padding", "borderWidth", "borderStyle", "letterSpacing", "tabSize"]) mirror.style[p] = style[p];
  mirror.style.width = text.clientWidth + "px";
  text.parentNode.append(mirror);
  const place = { left: mark.offsetLeft, top: mark.offsetTop + mark.offsetHeight - text.scrollTop };
  mirror.remove();
  return place;
}

// complete shows suggestions below the word that is written in a textarea.
export function complete(text) {
  const relations = schema();
  const list = make("ul", { id: "suggestions", className: "suggestions", hidden: true, role: "listbox", ariaLabel: "Suggestions" });
  const said = make("span", { className: "unseen", ariaLive: "polite" });
  let chosen = -1;
  let written = "";
  text.parentNode.append(list, said);
  text.setAttribute("aria-autocomplete", "list");
  text.setAttribute("aria-controls", "suggestions");
  text.setAttribute("aria-describedby", "keys");

  const close = () => {
    list.hidden = true;
    chosen = -1;
    text.removeAttribute("aria-activedescendant");
  };
  const choose = (i) => {
    chosen = (i + list.children.length) % list.children.length;
    [...list.children].forEach((e, n) => e.setAttribute("aria-selected", String(n === chosen)));
    list.children[chosen].scrollIntoView({ block: "nearest" });
    text.setAttribute("aria-activedescendant", list.children[chosen].id);
  };
  const take = (word) => {
    close();
    const at = text.selectionStart;
    text.setRangeText(word, at - written.length, at, "end");
    text.dispatchEvent(new Event("input"));
    text.focus();
  };
  // place puts the list below the word that is written.
  const place = () => {
    const at = caret(text, text.selectionStart - written.length);
    list.style.left = 0; // so that the list has space for its longest row
    list.style.top = Math.min(at.top, text.offsetHeight) + "px";
    list.style.left = Math.max(0, Math.min(at.left, text.offsetWidth - list.offsetWidth)) + "px";
  };
  const open = (wanted) => {
    const at = text.selectionStart;
    const found = suggest(text.value.slice(0, at), text.value, relations);
    const enough = wanted || found.written !== "" || text.value[at - 1] === ".";
    if (at !== text.selectionEnd || !enough || found.list.length === 0) {
      said.textContent = wanted ? "no suggestions" : "";
      close();
      return;
    }
    written = found.written;
    list.replaceChildren(
      ...found.list.map((s, i) => {
        const item = make("li", { id: "suggestion-" + i, role: "option" }, s.text, make("span", {}, s.kind));
        item.addEventListener("pointerdown", (event) => {
          event.preventDefault(); // the focus stays in the textarea
          take(s.text);
        });
        return item;
      }),
    );
    list.hidden = false;
    place();
    said.textContent = found.list.length + (found.list.length === 1 ? " suggestion" : " suggestions");
    choose(0);
    list.scrollTop = 0;
  };

  text.addEventListener("input", (event) => {
    if (event.inputType === "insertText" || event.inputType === "deleteContentBackward") open(false);
    else close();
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      open(true);
      return;
    }
    if (list.hidden) return;
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move) choose(chosen + move);
    else if (event.key === "Tab" && !event.shiftKey) take(list.children[chosen].firstChild.textContent);
    else if (event.key === "Escape") close();
    else {
      if (["ArrowLeft", "ArrowRight", "Home", "End", "Enter"].includes(event.key)) close();
      return;
    }
    event.preventDefault();
  });
  text.addEventListener("blur", close);
  addEventListener("resize", () => list.hidden || place());
  text.addEventListener("scroll", close);
}
