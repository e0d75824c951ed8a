// Which cells are selected: by mouse, finger and keys. A drag selects several, Shift and Ctrl add to the selection.
import { long } from "./game_keys.js";
import { cells, digits } from "./game_rules.js";

const arrows = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class Selection {
  // changed() is called after each change. alike(cell) returns the cells that a double click selects. tapped(cells, long) is called at the end
  // of a drag, and early for a long press.
  constructor(board, current, { changed, alike, tapped }) {
    this.board = board;
    this.cells = new Set(current ? [current] : []);
    this.current = current || 11;
    this.changed = changed;
    this.alike = alike;
    this.tapped = tapped;
    this.press = 0; // the timer of a long press
    this.several = false; // a click adds to the selection, as with Ctrl
    this.drag = null; // "add" or "remove" while a drag runs
    const grid = board.grid;
    grid.addEventListener("pointerdown", (e) => this.down(e));
    grid.addEventListener("pointermove", (e) => this.move(e));
    for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => this.up(end === "pointerup"));
    grid.addEventListener("contextmenu", (e) => e.preventDefault());
    grid.addEventListener("dblclick", (e) => this.double(e));
    grid.addEventListener("focusin", (e) => this.focused(e));
  }

  down(event) {
    const cell = this.board.at(event.clientX, event.clientY, false);
    if (!cell || event.button) return;
    event.preventDefault();
    const more = event.shiftKey || event.ctrlKey || event.metaKey || this.several;
    this.drag = more && this.cells.has(cell) ? "remove" : "add";
    this.take(cell, more);
    this.board.grid.setPointerCapture(event.pointerId);
    clearTimeout(this.press);
    this.press = setTimeout(() => this.up(true, true), long);
  }

  // up ends a drag.
  up(done, held = false) {
    clearTimeout(this.press);
    if (this.drag && done) this.tapped([...this.cells], held);
    this.drag = null;
  }

  move(event) {
    if (!this.drag) return;
    const cell = this.board.at(event.clientX, event.clientY, true);
    if (!cell || cell === this.current) return;
    clearTimeout(this.press);
    this.take(cell, true);
  }

  // take moves the keyboard to a cell and selects it. With more, the other cells stay selected.
  take(cell, more) {
    if (!more) this.cells.clear();
    if (this.drag === "remove") this.cells.delete(cell);
    else this.cells.add(cell);
    this.current = cell;
    this.changed();
    this.board.focus(cell);
  }

  double(event) {
    const cell = this.board.at(event.clientX, event.clientY, false);
    if (!cell) return;
    this.set(this.alike(cell));
  }

  // focused follows the focus that another program, such as a screen reader, has set.
  focused(event) {
    const cell = Number(event.target.dataset?.cell);
    if (!cell || (cell === this.current && this.cells.size)) return;
    this.cells = new Set([cell]);
    this.current = cell;
    this.changed();
  }

  set(list) {
    this.cells = new Set(list);
    this.changed();
  }

  // key handles a key. It returns whether it did.
  key(event) {
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    const inside = this.board.grid.contains(document.activeElement);
    if (event.key in arrows) {
      const [down, right] = arrows[event.key];
      const size = digits.length;
      const turn = (n, by) => ((n - 1 + by + size) % size) + 1;
      this.drag = null;
      this.take(turn(Math.floor(this.current / 10), down) * 10 + turn(this.current % 10, right), more);
      return true;
    }
    if (inside && (event.key === "Home" || event.key === "End")) {
      const far = event.key === "Home" ? 1 : digits.length;
      const line = event.ctrlKey ? far : Math.floor(this.current / 10);
      this.take(line * 10 + far, event.shiftKey);
      return true;
    }
    if ((event.ctrlKey || event.metaKey) && event.key === "a") {
      this.set(cells);
      return true;
    }
    if (event.key === "Escape") {
      this.set([]);
      return true;
    }
    return false;
  }
}
