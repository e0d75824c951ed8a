// The moves on their way to the server. They go in the order in which they were made, one request after the other. What the
// server has not confirmed stays in the storage of the browser, so that a reload or a broken connection loses nothing.
import { store, stored } from "./base.js";
import { keepState } from "./game_offline.js";
import { apply, boardOf } from "./game_rules.js";

const most = 100; // moves of one request
const unready = [401, 408, 429];

// Refused is the error for an answer that another try does not change.
class Refused extends Error {}

// Unready is the error for an answer that another try may change: the server is busy, or another window has to sign in.
class Unready extends Error {}

export class Server {
  // events: state(state) for a state that the server confirms while nothing waits, rebased(board, waiting, state) after another
  // window has played, offline(why, waiting), online(), refused(text). elapsed() returns the clock.
  constructor(game, state, events) {
    this.address = "/api/games/" + game;
    this.key = "setdoku game " + game;
    this.position = state.position;
    this.version = state.version; // another number means that the game was changed
    this.events = events;
    this.waiting = []; // a move that was sent also has the id of its request
    this.sending = null; // the promise of the requests that run
    this.offline = false;
    addEventListener("online", () => this.send());
  }

  // restore returns those moves of an earlier visit that the server does not have. The caller then calls send.
  restore(state) {
    const { moves, version } = stored(this.key);
    if (!Array.isArray(moves)) return [];
    this.waiting = moves;
    this.version = version;
    this.skip(state);
    return [...this.waiting];
  }

  // skip removes those waiting moves that need not be sent, because the server has them (a reload or a broken connection may have
  // lost its answer), or because another window has played and they do not mean the same after that. It returns whether another
  // window has played.
  skip(state) {
    const arrived = this.drop(state.request);
    const elsewhere = !arrived && state.version !== this.version;
    if (elsewhere) this.waiting = this.waiting.filter((m) => m.action !== "undo" && m.action !== "redo");
    return elsewhere;
  }

  // drop removes the moves of a request. It returns whether there were any.
  drop(request) {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((m) => !m.request || m.request !== request);
    return this.waiting.length < before;
  }

  // follow notes the version of the server to which the next moves belong.
  follow(state) {
    this.position = state.position;
    this.version = state.version;
    this.keep();
    keepState(this.address, state).catch(() => {}); // a full or forbidden storage: the game goes on with the server
  }

  add(move) {
    this.waiting.push({ ...move });
    this.keep();
    this.send();
  }

  keep() {
    store(this.key, this.waiting.length ? { version: this.version, moves: this.waiting } : null);
  }

  // send sends what waits. The promise ends when nothing waits any more, or when the server cannot be reached.
  send() {
    clearTimeout(this.again);
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  async sendAll() {
    while (this.waiting.length) {
      const { request, moves } = this.next();
      this.keep();
      try {
        const answer = await reach(this.address + "/moves", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ request, position: this.position, version: this.version, elapsed_ms: this.events.elapsed(), moves }),
        });
        if (answer.status === 409) {
          this.connected();
          this.rebase((await answer.json()).state);
          continue;
        }
        const state = await read(answer);
        this.connected();
        this.drop(request);
        this.follow(state);
        if (!this.waiting.length) this.events.state(state);
      } catch (err) {
        if (err instanceof Refused) await this.refuse(err);
        else this.wait(err.message);
        return;
      }
    }
  }

  // next returns the next request. A second try has the same id and the same moves as the first, and the server makes them once.
  next() {
    const first = this.waiting[0].request;
    const end = this.waiting.findIndex((m, i) => m.request !== first || i === most);
    const list = end < 0 ? this.waiting : this.waiting.slice(0, end);
    const request = first ?? randomID();
    for (const m of list) m.request = request;
    return { request, moves: list.map(({ action, cells, value, digit }) => ({ action, cells, value, digit })) };
  }

  // rebase puts the moves that wait after those of another window.
  rebase(state) {
    const elsewhere = this.skip(state);
    this.follow(state);
    if (!elsewhere) {
      if (!this.waiting.length) this.events.state(state);
      return;
    }
    const board = this.waiting.reduce(apply, boardOf(state));
    this.events.rebased(board, this.waiting.length, state);
  }

  // refuse drops the moves that the server does not take, and shows the game as the server has it.
  async refuse(err) {
    this.waiting = [];
    this.keep();
    this.events.refused(err.message);
    await this.load();
  }

  // reload shows the game as the server has it now, for example after another window has played.
  async reload() {
    await this.send();
    if (!this.waiting.length) await this.load();
  }

  async load() {
    try {
      const state = await read(await reach(this.address));
      this.connected();
      if (this.waiting.length) return; // the answer to these moves brings a newer state
      this.follow(state);
      this.events.state(state);
    } catch (err) {
      if (err instanceof Refused) this.events.refused(err.message);
    }
  }

  wait(why) {
    this.offline = true;
    this.events.offline(why, this.waiting.length);
    this.again = setTimeout(() => this.send(), 3000);
  }

  connected() {
    if (this.offline) this.events.online();
    this.offline = false;
  }

  // clock stores the clock. It also works while the page closes.
  clock(elapsed, paused) {
    const body = JSON.stringify({ elapsed_ms: elapsed, paused });
    const options = { method: "PUT", headers: { "Content-Type": "application/json" }, body, keepalive: true };
    fetch(this.address + "/clock", options).catch(() => {}); // the next move brings the clock too
  }

  // check asks which digits differ from the solution.
  async check() {
    await this.send();
    return read(await reach(this.address + "/check"));
  }
}

// randomID returns 32 letters and digits. Unlike crypto.randomUUID, this also works without https.
const randomID = () => [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");

// reach is fetch with the whole answer, and with an error that players understand.
export async function reach(address, options) {
  try {
    const answer = await fetch(address, options);
    return new Response(await answer.blob(), answer);
  } catch (err) {
    if (err.name === "AbortError") throw err;
    throw new Unready("The server does not answer.");
  }
}

// read returns the JSON of an answer. It throws Refused or Unready for an error.
async function read(answer) {
  if (answer.ok) return answer.json();
  const text = await answer.text();
  let message = text;
  try {
    message = JSON.parse(text).error || text;
  } catch {
    // The text is the message.
  }
  throw new (answer.status >= 500 || unready.includes(answer.status) ? Unready : Refused)(message || `the server answers with status ${answer.status}`);
}
