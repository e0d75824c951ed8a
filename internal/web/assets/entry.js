// A grid of 81 fields to type into. Each field has one digit or nothing.

const cells = 81;

// entry fills a box with the fields. changed is called with the 81 characters after the user has changed one, and pasted with a
// text that was pasted into a field.
export function entry(box, changed, pasted) {
  const fields = [];
  let locked = false;
  for (let i = 0; i < cells; i++) {
    const field = document.createElement("input");
    Object.assign(field, { inputMode: "numeric", autocomplete: "off", tabIndex: i ? -1 : 0 });
    field.setAttribute("aria-label", `r${Math.floor(i / 9) + 1}c${(i % 9) + 1}`);
    if (i % 9 === 2 || i % 9 === 5) field.classList.add("right");
    if ([2, 5].includes(Math.floor(i / 9))) field.classList.add("below");
    fields.push(field);
  }
  box.replaceChildren(...fields);
  const text = () => fields.map((f) => f.value || ".").join("");
  const go = (i) => {
    const to = fields[Math.max(0, Math.min(cells - 1, i))];
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
    if (/[1-9]/.test(character)) set(i, character);
    else if (/[0. *_xX-]/.test(character)) set(i, "");
    else return;
    go(i + 1);
  };
  const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -9, ArrowDown: 9 };
  box.addEventListener("keydown", (event) => {
    const i = fields.indexOf(event.target);
    if (i < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) {
      const to = i + moves[event.key];
      const stays = Math.abs(moves[event.key]) === 1 && Math.floor(to / 9) !== Math.floor(i / 9);
      if (to >= 0 && to < cells && !stays) go(to);
    } else if (event.key === "Home") go(i - (i % 9));
    else if (event.key === "End") go(i - (i % 9) + 8);
    else if (event.key === "Delete") set(i, "");
    else if (event.key === "Backspace") {
      if (fields[i].value) set(i, "");
      else go(i - 1);
    } else return;
    event.preventDefault();
  });
  // Keyboards of phones send no keys, but they too tell what they are about to write.
  box.addEventListener("beforeinput", (event) => {
    if (!event.data || event.inputType !== "insertText") return;
    event.preventDefault();
    enter(fields.indexOf(event.target), event.data);
  });
  // A keyboard that composes words cannot be held back: the field gets what it wrote last.
  box.addEventListener("input", (event) => {
    const i = fields.indexOf(event.target);
    const written = event.target.value.slice(-1);
    event.target.value = /[1-9]/.test(written) ? written : "";
    changed(text());
    if (written) go(i + 1);
  });
  box.addEventListener("paste", (event) => {
    event.preventDefault();
    pasted(event.clipboardData.getData("text"));
  });
  box.addEventListener("focusin", (event) => event.target.select?.());
  return {
    show(grid) {
      fields.forEach((f, i) => (f.value = /[1-9]/.test(grid[i]) ? grid[i] : ""));
    },
    mark(bad) {
      fields.forEach((f, i) => {
        const wrong = bad.has((Math.floor(i / 9) + 1) * 10 + (i % 9) + 1);
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
