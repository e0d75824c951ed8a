// Plays games with the script that sends moves, while requests or answers get lost. It writes what each page would show and what the browser keeps.
import { readFileSync } from "node:fs";
import { script } from "./page.mjs";

const { server, games } = JSON.parse(readFileSync(0));
const kept = new Map();
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, value) => kept.set(key, value),
  removeItem: (key) => kept.delete(key),
};

// The ways to lose a request with moves.
const arrive = globalThis.fetch;
const send = (address, options) => arrive(server + address, options);
const broken = () => Promise.reject(new TypeError("the connection broke"));
const ways = {
  connected: send,
  lost: broken,
  unanswered: (...request) => send(...request).then(broken),
  "signed out": async () => new Response('{"error":"this server needs its token"}', { status: 401 }),
};
let way = "connected";
globalThis.fetch = (address, options) => (options?.method === "POST" ? ways[way] : send)(address, options);

const { apply, boardOf, equal } = await script("game_rules.js");
const { Server } = await script("game_server.js");

async function play({ game, steps }) {
  const read = async () => (await send(`/api/games/${game}`)).json();
  let board, page;
  let alarm = ""; // what the page says
  kept.clear();
  way = "connected";
  const load = async () => {
    const state = await read();
    board = boardOf(state);
    page = new Server(game, state, {
      elapsed: () => 0,
      state: (s) => (board = boardOf(s)),
      rebased: (b) => (board = b),
      offline: (why, waiting) => (alarm = `${waiting} waiting: ${why}`),
      online: () => (alarm = ""),
      refused: (text) => (alarm = text),
    });
    for (const move of page.restore(state)) board = apply(board, move);
    page.follow(state);
    await page.send();
  };
  await load();
  let last; // what the page says before the last step
  for (const step of steps) {
    last = alarm;
    if (step === "reload") {
      clearTimeout(page.again);
      alarm = "";
      await load();
    } else if (step === "try again") await page.send();
    else if (step === "look again") await page.reload();
    else if (step in ways) way = step;
    else if (step.elsewhere) {
      const { position, version } = await read();
      const body = JSON.stringify({ position, version, elapsed_ms: 0, moves: [step.elsewhere] });
      await send(`/api/games/${game}/moves`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    } else {
      board = apply(board, step);
      page.add(step);
      await page.sending;
    }
  }
  clearTimeout(page.again);
  const same = equal(board, boardOf(await read()));
  return { alarm, last, same, kept: kept.size };
}

const shown = [];
for (const game of games) shown.push(await play(game));
console.log(JSON.stringify(shown));
process.exit(0);
