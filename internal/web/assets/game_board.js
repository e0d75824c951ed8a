// The board of a game as elements: digits, marks, colors, the selection and what is marked because of it.
import { make } from "./base.js";
import { cells, colorsOf, conflicts, digitsOf, name, peers } from "./game_rules.js";

export class Board {
  constructor(grid) {
    this.grid = grid;
    this.elements = new Map();
    for (const e of grid.querySelectorAll("[data-cell]")) this.elements.set(Number(e.dataset.cell), e);
    this.shown = new Map(); // the text of each cell, so that only changed cells are written again
  }

  // show shows a board, with the selected cells, the cell of the keyboard, the wrong cells, those
  // with candidates of a hint, the settings and the digit that was chosen before a cell, or 0.
  show(board, { selected, current, wrong, hinted, settings, held }) {
    const clash = conflicts(board);
    const only = selected.size === 1 ? [...selected][0] : 0;
    const digit = held || (selected.size ? common(board, selected) : 0);
    this.grid.dataset.same = settings.same && digit ? digit : "";
    for (const cell of cells) {
      const e = this.elements.get(cell);
      const c = board.get(cell);
      const is = {
        given: c.given,
        selected: selected.has(cell),
        same: settings.same && digit > 0 && c.digit === digit,
        peer: settings.peers && only > 0 && peers.get(only).includes(cell),
        conflict: clash.has(cell),
        hinted: hinted.has(cell),
        wrong: wrong.get(cell) === c.digit && c.digit > 0,
      };
      for (const [k, on] of Object.entries(is)) e.classList.toggle(k, on);
      this.outline(e, cell, selected);
      e.tabIndex = cell === current ? 0 : -1;
      e.setAttribute("aria-selected", is.selected);
      const label = labelOf(cell, c, is);
      if (e.getAttribute("aria-label") !== label) e.setAttribute("aria-label", label);
      this.write(e, cell, c);
    }
  }

  // outline marks the sides of a selected cell beyond which nothing is selected, so that a selection has one border.
  outline(e, cell, selected) {
    const on = selected.has(cell);
    const sides = { up: cell - 10, down: cell + 10, left: cell - 1, right: cell + 1 };
    for (const [side, next] of Object.entries(sides)) e.classList.toggle("edge-" + side, on && !selected.has(next));
  }

  write(e, cell, c) {
    const [marks, corners] = [digitsOf(c.marks), digitsOf(c.corners)];
    const text = (c.digit ? "=" + c.digit : marks.join("") + "," + corners.join("")) + JSON.stringify([c.colors, c.shades]);
    if (this.shown.get(cell) === text) return;
    this.shown.set(cell, text);
    const colors = colorsOf(c.colors).map((n) => span("color-" + n));
    if (c.digit) e.replaceChildren(span("digit", c.digit));
    else e.replaceChildren(...marked("mark", marks, c.shades), ...marked("corner", corners, c.shades));
    if (colors.length) e.prepend(span("colors", ...colors));
  }

  focus(cell) {
    this.elements.get(cell).focus({ preventScroll: true });
  }

  // at returns the cell at a point of the window, or 0. inside leaves out the corners, so that a diagonal drag does not
  // take the cells next to it.
  at(x, y, inside) {
    const e = document.elementFromPoint(x, y)?.closest("[data-cell]");
    if (!e || !this.grid.contains(e)) return 0;
    const r = e.getBoundingClientRect();
    const far = Math.max(Math.abs(x - r.left - r.width / 2), Math.abs(y - r.top - r.height / 2));
    return inside && far > r.width * 0.42 ? 0 : Number(e.dataset.cell);
  }
}

// common returns the digit that all selected cells have, or 0.
function common(board, selected) {
  const digits = new Set([...selected].map((c) => board.get(c).digit));
  return digits.size === 1 ? [...digits][0] : 0;
}

// marked returns the element of the marks of a kind, if there are any, with the colors of shades.
function marked(kind, digits, shades) {
  if (!digits.length) return [];
  const list = digits.flatMap((d, i) => [span(`${kind} d${d} place${i + 1}` + (shades[d] ? " color-" + shades[d] : ""), d), " "]);
  return [span(`${kind}s of${digits.length}`, ...list)];
}

const span = (kind, ...children) => make("span", { className: kind }, ...children);

// labelOf describes a cell to screen readers, for example "row 1, column 1, 5, given".
export function labelOf(cell, c, is = {}) {
  const marks = [c.marks && "marks " + digitsOf(c.marks).join(" "), c.corners && "corner marks " + digitsOf(c.corners).join(" ")];
  const parts = [name(cell), c.digit || marks.filter(Boolean).join(", ") || "empty"];
  if (c.given) parts.push("given");
  for (const n of colorsOf(c.colors)) parts.push("color " + n);
  const shaded = (kind, set) => digitsOf(set).filter((d) => c.shades[d] && !c.digit).map((d) => `${kind} ${d} in color ${c.shades[d]}`);
  parts.push(...shaded("mark", c.marks), ...shaded("corner", c.corners));
  if (is.conflict) parts.push("conflict");
  if (is.wrong) parts.push("wrong");
  return parts.join(", ");
}
