// The keys and the buttons of a game.
import { digits } from "./game_rules.js";

const modes = { z: "digit", x: "corner", c: "mark", v: "color" }; // as in SudokuPad

// digitOf returns the digit of a key, in the row above the letters on every layout or on the keypad, and whether Shift is held. A key of the
// keypad that sends a movement such as PageUp is that movement without Num Lock. With Num Lock it is Shift and the digit: Windows releases
// Shift before it, Linux does not.
function digitOf(event) {
  const [, place, digit] = /^(Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  if (place !== "Numpad" || event.key.length === 1) return [digit, event.shiftKey];
  return event.getModifierState("NumLock") ? [digit, true] : [];
}

// A press of this many milliseconds is a long one.
export const long = 450;

export class Keys {
  constructor(game) {
    this.game = game;
    document.addEventListener("keydown", (e) => this.down(e));
    game.root.addEventListener("submit", (e) => {
      if (e.submitter?.name !== "do") return; // a new game
      e.preventDefault();
      if (e.submitter?.value) game.do(e.submitter.value);
    });
    game.root.addEventListener("click", (e) => {
      const mode = e.target.closest("[data-mode]")?.dataset.mode;
      if (mode) game.use(mode);
      if (e.target.closest("[data-do=close]")) game.clearHint();
    });
    this.pressing();
    // A click on the pad leaves the keyboard on the board, so that Space and Enter do not press the same button again.
    game.root.addEventListener("mousedown", (e) => e.target.closest(".pad button") && e.preventDefault());
  }

  // pressing makes a mark of a long press on a digit of the pad, in the mode for digits, and a digit in the other modes.
  pressing() {
    const keys = this.game.root.querySelector("div.keys");
    let timer = 0;
    let done = false; // the click that ends a long press does nothing more
    const stop = () => clearTimeout(timer);
    keys.addEventListener("pointerdown", (e) => {
      stop();
      done = false;
      const digit = e.target.closest("[data-digit]")?.dataset.digit;
      if (!digit || this.game.settings.first) return;
      timer = setTimeout(() => {
        done = true;
        this.game.do(`${this.game.other()}-${digit}`);
      }, long);
    });
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) keys.addEventListener(end, stop);
    keys.addEventListener("contextmenu", (e) => done && e.preventDefault());
    keys.addEventListener("click", (e) => done && (e.preventDefault(), e.stopPropagation(), (done = false)), true);
  }

  down(event) {
    if (event.target.closest("input:not([type=checkbox]), textarea, select") || event.isComposing) return;
    if (this.handle(event)) event.preventDefault();
  }

  // handle does what a key means. It returns whether the key means anything.
  handle(event) {
    const { game } = this;
    const ctrl = event.ctrlKey || event.metaKey;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (game.clock.paused) return key === "p" && !ctrl ? (game.do("resume"), true) : false;
    const [digit, shift] = digitOf(event);
    if (!digit && game.selection.key(event)) {
      if (key === "Escape") game.clearHint();
      return true;
    }
    if (digits.includes(Number(digit)) || (digit && game.mode === "color")) {
      const kind = event.altKey || (ctrl && shift) ? "color" : shift ? "corner" : ctrl ? "mark" : game.mode;
      return game.do(`${kind}-${digit}`), true;
    }
    if (key === "Backspace" || key === "Delete" || (key === "0" && !ctrl)) return game.do("erase"), true;
    if (ctrl && key === "z") return game.do(event.shiftKey ? "redo" : "undo"), true;
    if (ctrl && key === "y") return game.do("redo"), true;
    if (ctrl || event.altKey) return false;
    if (key === " ") {
      if (event.target.closest("button, a, summary, input")) return false;
      return game.use(game.mode === "digit" ? "mark" : "digit"), true;
    }
    if (key in modes) return game.use(modes[key]), true;
    if (key === "Enter" && game.settings.first && event.target.closest("#board")) return game.enter([...game.selection.cells], false), true;
    if (key === "h") return game.do("hint-"), true;
    if (key === "d") return game.do("apply"), true;
    if (key === "f") return game.do("fill"), true;
    if (key === "p") return game.do("pause"), true;
    return false;
  }
}
