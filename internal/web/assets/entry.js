// A grid of fields to type into. Each field has one digit or nothing.
import { make } from "./base.js";

// entry fills a box with the fields. changed is called with the characters of all cells after the user has changed one, and pasted with a
// text that was pasted into a field.
export function entry(box, changed, pasted) {
  const fields = [];
  let size = 9;
  let locked = false;
  // resize makes the fields of a board with so many rows, all empty. Its boxes have as many cells.
  const resize = (n) => {
    size = n;
    const rows = n === 9 ? 3 : 2;
    const columns = n / rows;
    fields.length = 0;
    const lines = [];
    for (let i = 0; i < n * n; i++) {
      const [row, column] = [Math.floor(i / n) + 1, (i % n) + 1];
      const field = make("input", { inputMode: "numeric", autocomplete: "off", tabIndex: i ? -1 : 0, ariaLabel: `row ${row}, column ${column}` });
      const cell = make("div", { className: "cell" }, field);
      if (column % columns === 0 && column < n) cell.classList.add("right");
      if (row % rows === 0 && row < n) cell.classList.add("below");
      if (column === 1) lines.push(make("div", { className: "line" }));
      lines.at(-1).append(cell);
      fields.push(field);
    }
    box.className = `board entry size-${n}`;
    box.replaceChildren(...lines);
  };
  resize(size);
  const digit = (text) => /[1-9]/.test(text) && Number(text) <= size;
  const text = () => fields.map((f) => f.value || ".").join("");
  const go = (i) => {
    const to = fields[Math.max(0, Math.min(fields.length - 1, i))];
    fields.forEach((f) => (f.tabIndex = f === to ? 0 : -1));
    to.focus();
    to.select();
  };
  const set = (i, digit) => {
    if (locked || fields[i].value === digit) return;
    fields[i].value = digit;
    changed(text());
  };
  const enter = (i, character) => {
    if (digit(character)) set(i, character);
    else if (/[0. *_xX-]/.test(character)) set(i, "");
    else return;
    go(i + 1);
  };
  const moves = () => ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -size, ArrowDown: size });
  box.addEventListener("keydown", (event) => {
    const i = fields.indexOf(event.target);
    if (i < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = moves()[event.key];
    if (by) {
      const to = i + by;
      const stays = Math.abs(by) === 1 && Math.floor(to / size) !== Math.floor(i / size);
      if (to >= 0 && to < fields.length && !stays) go(to);
    } else if (event.key === "Home") go(i - (i % size));
    else if (event.key === "End") go(i - (i % size) + size - 1);
    else if (event.key === "Delete") set(i, "");
    else if (event.key === "Backspace") {
      if (fields[i].value) set(i, "");
      else go(i - 1);
    } else return;
    event.preventDefault();
  });
  // Keyboards of phones send no keys, but they too report what they are about to write.
  box.addEventListener("beforeinput", (event) => {
    if (!event.data || event.inputType !== "insertText") return;
    event.preventDefault();
    enter(fields.indexOf(event.target), event.data);
  });
  // A keyboard that composes words cannot be held back: the field gets what it wrote last.
  box.addEventListener("input", (event) => {
    const i = fields.indexOf(event.target);
    const written = event.target.value.slice(-1);
    event.target.value = digit(written) ? written : "";
    changed(text());
    if (written) go(i + 1);
  });
  box.addEventListener("paste", (event) => {
    event.preventDefault();
    pasted(event.clipboardData.getData("text"));
  });
  box.addEventListener("focusin", (event) => event.target.select?.());
  return {
    resize,
    show(grid) {
      fields.forEach((f, i) => (f.value = digit(grid[i]) ? grid[i] : ""));
    },
    mark(bad) {
      fields.forEach((f, i) => {
        const wrong = bad.has((Math.floor(i / size) + 1) * 10 + (i % size) + 1);
        f.classList.toggle("bad", wrong);
        wrong ? f.setAttribute("aria-invalid", "true") : f.removeAttribute("aria-invalid");
      });
    },
    // lock keeps the fields from being changed, or lets them.
    lock(on) {
      locked = on;
      fields.forEach((f) => (f.readOnly = on));
    },
    focus: () => go(0),
  };
}
