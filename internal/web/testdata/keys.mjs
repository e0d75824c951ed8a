// Reads a list of keyboard events and writes what each does in a game in which r5c5 is selected: an action, a cell that the cursor has moved to,
// or nothing. The rest of the page is left out.
import { readFileSync } from "node:fs";

const ignore = { addEventListener() {}, contains: () => true };
globalThis.document = ignore;
const [{ Keys }, { Selection }] = await Promise.all(["game_keys.js", "game_select.js"].map((file) => import(`${process.argv[2]}/${file}`)));

const done = JSON.parse(readFileSync(0)).map(({ modifiers, ...event }) => {
  let did = "";
  const board = { grid: ignore, focus: (cell) => (did = `to ${cell}`) };
  const game = {
    root: { ...ignore, querySelector: () => ignore },
    settings: {},
    clock: { paused: false },
    mode: "digit",
    selection: new Selection(board, 55, { changed() {} }),
    do: (action) => (did = action),
  };
  const held = (name) => modifiers.split(" ").includes(name);
  const keys = { shiftKey: held("Shift"), ctrlKey: held("Control"), altKey: held("Alt"), getModifierState: held };
  new Keys(game).handle({ ...event, ...keys });
  return did;
});
console.log(JSON.stringify(done));
