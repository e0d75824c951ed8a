// Selects cells with the pointer and with keys, and writes the selected cells after each event.
import { readFileSync } from "node:fs";
import { nothing, script } from "./page.mjs";

const { Selection } = await script("game_select.js");
const grid = { addEventListener: (name, handle) => (handlers[name] = handle), setPointerCapture() {}, contains: () => true };
const handlers = {};
const board = { grid, at: (cell) => cell, focus() {} };
const selection = new Selection(board, 11, { changed() {}, alike: () => [12, 34], tapped() {} });
const none = { button: 0, preventDefault() {}, target: nothing };
const selected = JSON.parse(readFileSync(0)).map(({ kind, cell, key, held }) => {
  const event = { ...none, clientX: cell, key, shiftKey: held === "Shift", ctrlKey: held === "Control" };
  if (kind === "key") selection.key(event);
  else handlers[kind](event);
  return [...selection.cells].sort((a, b) => a - b).join(" ");
});
console.log(JSON.stringify(selected));
process.exit(0);
