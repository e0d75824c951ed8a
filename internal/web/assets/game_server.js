// The moves on their way to the server. They go in the order in which they were made, one request after the other. What the
// server has not confirmed stays in the storage of the browser, so that a reload or a broken connection loses nothing.
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
    this.waiting = [];
    this.sent = 0; // how many of them are in a request whose answer has not come
    this.sending = null; // the promise of the requests that run
    this.offline = false;
    addEventListener("online", () => this.send());
  }

  // restore returns those moves of an earlier visit that the server does not have. The caller then calls send.
  restore(state) {
    let kept = {};
    try {
      kept = JSON.parse(localStorage.getItem(this.key)) || {};
    } catch {
      // The storage is switched off or has something else: there is nothing to restore.
    }
    if (!Array.isArray(kept.moves)) return [];
    this.waiting = kept.moves;
    this.sent = kept.sent;
    this.version = kept.version;
    this.skip(state);
    this.follow(state);
    return [...this.waiting];
  }

  // skip takes away those waiting moves that need not be sent, because the server has them (a reload or a broken connection may have
  // lost its answer), or because another window has played and they do not mean the same after that. It returns whether another
  // window has played.
  skip(state) {
    const answered = this.sent > 0 && state.version === this.version + 1;
    const elsewhere = !answered && state.version !== this.version;
    if (answered) this.waiting.splice(0, this.sent);
    if (elsewhere) this.waiting = this.waiting.filter((m) => m.action !== "undo" && m.action !== "redo");
    this.sent = 0;
    return elsewhere;
  }

  // follow notes the version of the server to which the next moves belong.
  follow(state) {
    this.position = state.position;
    this.version = state.version;
    this.keep();
  }

  add(move) {
    this.waiting.push(move);
    this.keep();
    this.send();
  }

  keep() {
    try {
      if (this.waiting.length) localStorage.setItem(this.key, JSON.stringify({ version: this.version, sent: this.sent, moves: this.waiting }));
      else localStorage.removeItem(this.key);
    } catch {
      // Without storage the moves wait in this page only.
    }
  }

  // send sends what waits. The promise ends when nothing waits any more, or when the server cannot be reached.
  send() {
    clearTimeout(this.again);
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  async sendAll() {
    while (this.waiting.length) {
      const first = !this.sent;
      const moves = this.waiting.slice(0, this.sent || most); // a second try sends the same moves
      this.sent = moves.length;
      this.keep();
      try {
        const answer = await fetch(this.address + "/moves", {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ position: this.position, version: this.version, elapsed_ms: this.events.elapsed(), moves }),
        });
        if (answer.status === 409) {
          this.connected();
          if (first) this.sent = 0;
          this.rebase((await answer.json()).state);
          continue;
        }
        const state = await read(answer);
        this.connected();
        this.waiting.splice(0, moves.length);
        this.sent = 0;
        this.follow(state);
        if (!this.waiting.length) this.events.state(state);
      } catch (err) {
        if (err instanceof Refused) await this.refuse(err);
        else this.wait(err instanceof Unready ? err.message : "The server does not answer.");
        return;
      }
    }
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
    this.sent = 0;
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
      const state = await read(await fetch(this.address));
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
    return read(await fetch(this.address + "/check"));
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
