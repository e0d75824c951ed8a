// Makes random moves in games by the rules of the script and by those of the server, and writes for each game where they differ first.
import { readFileSync } from "node:fs";
import { script } from "./page.mjs";

const rules = await script("game_rules.js");
const { server, games } = JSON.parse(readFileSync(0));
const actions = ["digit", "digit", "place", "mark", "mark", "mark", "mark", "corner", "cross", "erase", "color"];

async function differ({ game, peers }) {
  if (peers) rules.play(peers);
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const address = `${server}/api/games/${game}`;
  let state = await (await fetch(address)).json();
  let board = rules.boardOf(state);
  for (let i = 0; i < 300; i++) {
    const action = actions[random(actions.length)];
    const start = random(rules.cells.length);
    const count = [1, 1, 2, 20][random(4)];
    const cells = new Set(Array.from({ length: count }, (_, k) => rules.cells[(start + k * 7) % rules.cells.length]));
    const [value, digit] = [1 + random(rules.digits.length), random(rules.digits.length + 1)];
    const whole = i === 250 ? "restart" : i % 50 === 20 ? "fill" : "";
    const move = whole
      ? { action: whole, cells: [], value: 0, digit: 0 }
      : { action, cells: [...cells], value: action === "erase" ? 0 : value, digit: action === "color" ? digit : 0 };
    board = rules.apply(board, move);
    const body = JSON.stringify({ position: state.position, version: state.version, elapsed_ms: 0, moves: [move] });
    const answer = await fetch(address + "/moves", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    state = await answer.json();
    const clash = rules.conflicts(board);
    if (!answer.ok || !rules.equal(board, rules.boardOf(state)) || state.cells.some((c) => c.conflict !== clash.has(c.cell)))
      return `move ${i}, ${JSON.stringify(move)}: ${answer.status} ${state.error ?? ""}`;
  }
  return state.position > 100 ? "" : `only ${state.position} moves change anything`;
}

const differences = [];
for (const game of games) differences.push(await differ(game));
console.log(JSON.stringify(differences));
