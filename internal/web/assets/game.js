// The page of a game. Moves apply at once; game_server.js brings them to the server.
import { make } from "./base.js";
import { Board, labelOf } from "./game_board.js";
import { Clock, timeText } from "./game_clock.js";
import { Hint } from "./game_hint.js";
import { Keys } from "./game_keys.js";
import { keepPage } from "./game_offline.js";
import { apply, boardOf, cells, complete, conflicts, digits, equal, name, play, spoken } from "./game_rules.js";
import { Selection } from "./game_select.js";
import { Server } from "./game_server.js";
import { settings } from "./game_settings.js";

const byId = (id) => document.getElementById(id);
const actions = {
  undo: "Undone",
  redo: "Redone",
  fill: "All candidates are filled in",
  restart: "All entries are removed. Undo brings them back",
};
const others = { digit: "mark", mark: "digit", corner: "digit", color: "digit" }; // what a long press does

const sentence = (text) => text[0].toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");

const hintsText = (n) => (n ? `with ${n} hint${n > 1 ? "s" : ""}` : "without a hint");

class Game {
  constructor(root, state) {
    this.root = root;
    this.readOnly = "readonly" in root.dataset;
    this.board = boardOf(state);
    this.position = state.position;
    this.moves = state.moves;
    this.past = []; // boards before the moves of this page, for undo without waiting for the server
    this.future = [];
    this.wrong = new Map(); // of the last check, the digit by cell
    this.mode = "digit";
    this.held = 0; // with the digit first, the digit that is chosen, or "erase"
    this.finished = state.finished;
    this.hints = state.hints;
    this.painter = new Board(byId("board"));
    this.settings = settings(byId("settings"), (which) => this.set(which));
    this.hint = new Hint(location.pathname);
    this.clock = new Clock(
      state,
      (text) => (byId("clock").textContent = text),
      (elapsed, paused) => this.readOnly || this.server?.clock(elapsed, paused),
    );
    this.selection = new Selection(this.painter, 0, {
      changed: () => (this.say(""), this.show()), // what was said is about the cells before
      alike: (cell) => this.alike(cell),
      tapped: (list, long) => this.settings.first && this.enter(list, long),
    });
    this.server = new Server(root.dataset.game, state, {
      elapsed: () => this.clock.elapsed(),
      state: (s) => this.confirmed(s),
      rebased: (board, left, s) => this.rebased(board, left, s),
      offline: (why, n) => this.alarm(`${sentence(why)} ${n === 1 ? "One move waits" : n + " moves wait"} in this browser and will be sent again.`),
      online: () => this.alarm(""),
      refused: (text) => this.alarm(text),
    });
    for (const move of this.server.restore(state)) this.change(move);
    this.server.follow(state);
    this.server.send();
    new Keys(this);
    this.show();
  }

  // do performs an action of the pad or of a key: digit-5, mark-5, corner-5, color-5, erase, fill, undo, redo, restart, check, hint-where, apply,
  // pause, resume.
  do(what) {
    const [action, value] = what.split("-");
    if (action === "pause" || action === "resume") return this.pause(action === "pause");
    if (this.clock.paused) return;
    if (action === "hint") return this.askHint(value);
    if (action === "apply") return this.applyHint();
    if (action === "check") return this.check();
    if (action in actions) return this.make({ action, cells: [], value: 0 });
    if (this.settings.first) return this.hold(Number(value) || action);
    const list = [...this.selection.cells];
    if (!list.length) return this.say("Select a cell first.");
    this.make(this.toggled(this.shaded({ action, cells: list, value: Number(value) || 0 })));
  }

  // hold chooses what the next cells get, or chooses nothing if it was chosen already.
  hold(what) {
    this.held = this.held === what ? 0 : what;
    this.say(this.held ? `Now tap cells: ${this.held}.` : "Choose a digit.");
    this.show();
  }

  // enter gives cells what was chosen before. A long press gives the other kind. A given cell chooses its digit.
  enter(list, long) {
    const only = list.length === 1 && this.board.get(list[0]);
    if (!list.length || this.clock.paused) return;
    if (only?.given && this.mode !== "color") return this.held !== only.digit && this.hold(only.digit);
    if (!this.held) return this.say("Choose a digit.");
    if (this.held === "erase") return this.make({ action: "erase", cells: list, value: 0 });
    this.make(this.toggled(this.shaded({ action: long ? this.other() : this.mode, cells: list, value: this.held })));
  }

  other() {
    return others[this.mode];
  }

  // shaded returns a move of a color for the candidate that the page has chosen, if it has chosen one.
  shaded(move) {
    const digit = move.action === "color" ? Number(byId("shade").value) : 0;
    return digit ? { ...move, digit } : move;
  }

  // toggled returns the move that removes a digit if all cells have it already.
  toggled(move) {
    const open = move.cells.filter((c) => !this.board.get(c).given);
    if (move.action === "digit" && open.length && open.every((c) => this.board.get(c).digit === move.value)) return { action: "erase", cells: open, value: 0 };
    return move;
  }

  // make makes a move here and sends it.
  make(move) {
    if (this.readOnly) return this.alarm("This server is read-only: it refuses moves.");
    if (move.action === "digit" && !this.settings.keep) move = { ...move, action: "place" };
    const before = this.board;
    if (!this.change(move)) return this.say(this.nothing(move));
    if (!this.server.offline) this.alarm("");
    this.server.add(move);
    this.hint.clear();
    this.announce(move, before);
    this.show();
  }

  // change changes the board as a move does. It returns whether the move does anything.
  change(move) {
    if (move.action === "undo") {
      if (this.position < 1 || this.unknown(this.past)) return false;
      this.position--;
      if (this.past.length) [this.board, this.future] = [this.past.pop(), [...this.future, this.board]];
      return true; // a move of an earlier visit is undone by the answer of the server
    }
    if (move.action === "redo") {
      if (this.position >= this.moves || this.unknown(this.future)) return false;
      this.position++;
      if (this.future.length) [this.board, this.past] = [this.future.pop(), [...this.past, this.board]];
      return true;
    }
    const next = apply(this.board, move);
    if (next === this.board) return false;
    this.past.push(this.board);
    this.future = [];
    this.moves = ++this.position;
    this.board = next;
    return true;
  }

  // unknown reports whether only the server knows the board that undo or redo brings back, and cannot be reached.
  unknown(boards) {
    return !boards.length && this.server.offline;
  }

  nothing(move) {
    if (this.server.offline && move.action in { undo: 0, redo: 0 }) return "Only the server knows this move, and it does not answer.";
    if (move.action === "undo") return "There is nothing to undo.";
    if (move.action === "redo") return "There is nothing to redo.";
    if (move.digit) return `No empty cell has a mark ${move.digit}.`;
    if (move.cells.some((c) => this.board.get(c).given)) return sentence(`${name(move.cells[0])} is given`);
    return "This changes nothing.";
  }

  // announce says what a move did.
  announce(move, before) {
    const changed = cells.filter((c) => this.board.get(c) !== before.get(c) && move.cells.includes(c));
    const clash = conflicts(this.board);
    if (move.action in actions) return this.say(actions[move.action] + ".");
    if (changed.length !== 1) return this.say(`${changed.length} cells changed.`);
    const c = changed[0];
    const c0 = this.board.get(c);
    this.say(sentence(labelOf(c, c0, { conflict: clash.has(c) })));
  }

  // confirmed takes over the state of the server, after it has all moves.
  confirmed(state) {
    const board = boardOf(state);
    if (!equal(board, this.board)) this.replace(board);
    this.position = state.position;
    this.moves = state.moves;
    this.hints = state.hints;
    this.clock.follow(state);
    this.show();
    if (state.said) this.say(state.said);
    if (this.settings.check && !this.readOnly && state.position) this.check(true);
  }

  // rebased takes over a game that another window has played on.
  rebased(board, left, state) {
    this.replace(board);
    this.position = state.position + left;
    this.moves = left ? this.position : state.moves;
    this.clock.follow(state);
    const added = left ? ` ${left === 1 ? "Your last move was" : `Your last ${left} moves were`} added to it.` : "";
    this.alarm("This game was continued in another window. The board shows it." + added);
    this.show();
  }

  replace(board) {
    this.board = board;
    this.past = [];
    this.future = [];
    this.hint.clear();
  }

  alike(cell) {
    const like = this.board.get(cell);
    if (like.digit) return cells.filter((c) => this.board.get(c).digit === like.digit);
    return cells.filter((c) => !this.board.get(c).digit && this.board.get(c).colors === like.colors && this.board.get(c).marks === like.marks && this.board.get(c).corners === like.corners);
  }

  // check compares with the solution. Quietly, it says nothing if nothing is wrong.
  async check(quiet = false) {
    try {
      const found = await this.server.check();
      this.wrong = new Map((found.wrong || []).map((w) => [w.cell, w.digit]));
      if (!quiet || this.wrong.size) this.say(found.text);
      this.show();
    } catch (err) {
      this.say(err.message);
    }
  }

  async askHint(level) {
    this.say("Looking for a hint.");
    try {
      await this.server.send();
      if (!(await this.hint.ask(level || this.hint.next()))) return;
      this.say("");
      this.show();
      // On a phone the words are below the board: both must be in the window.
      const top = byId("board").getBoundingClientRect().top;
      if (top < 0 || byId("hint").getBoundingClientRect().bottom > innerHeight) byId("board").scrollIntoView();
    } catch (err) {
      if (err.name !== "AbortError") this.say(err.message);
    }
  }

  // applyHint does what the hint proves.
  applyHint() {
    const moves = this.hint.moves();
    for (const move of moves) this.make(move);
    if (!moves.length) this.say("Ask why first.");
    this.painter.focus(this.selection.current);
  }

  clearHint() {
    this.hint.clear();
    this.show();
  }

  pause(paused) {
    if (this.finished) return;
    this.clock.pause(paused);
    this.show();
    this.say(paused ? "Paused." : "");
    (paused ? byId("resume") : this.painter.elements.get(this.selection.current)).focus({ preventScroll: true });
  }

  use(mode) {
    this.mode = mode;
    this.show();
    this.say({ digit: "Keys enter digits.", mark: "Keys write marks.", corner: "Keys write marks in the corners.", color: "Keys give colors." }[mode]);
  }

  set(which) {
    if (which === "several") this.selection.several = this.settings.several;
    if (which === "check" && this.settings.check) this.check();
    this.held = 0;
    this.show();
  }

  say(text) {
    const aloud = spoken(text);
    if (aloud === text) byId("say").textContent = text;
    else byId("say").replaceChildren(make("span", { ariaHidden: "true" }, text), make("span", { className: "unseen" }, aloud));
  }

  alarm(text) {
    if (byId("alarm").textContent !== text) byId("alarm").textContent = text; // the same text is not read again
    byId("alarm").hidden = !text;
  }

  show() {
    if (!this.selection || !this.server) return; // still starting
    const { cells: selected, current } = this.selection;
    this.painter.show(this.board, { selected, current, wrong: this.wrong, hinted: this.hint.cells, settings: this.settings, held: Number(this.held) || 0 });
    const root = this.root.classList;
    root.toggle("paused", this.clock.paused);
    root.toggle("fixed", this.settings.fixed);
    root.toggle("untimed", !this.settings.clock);
    root.toggle("unlabeled", !this.settings.labels);
    for (const mode of ["digit", "mark", "corner", "color"]) root.toggle("mode-" + mode, this.mode === mode);
    for (const b of document.querySelectorAll("[data-mode]")) b.setAttribute("aria-pressed", b.dataset.mode === this.mode);
    this.showPad();
    this.showFinish();
  }

  showPad() {
    const count = new Map();
    for (const c of this.board.values()) count.set(c.digit, (count.get(c.digit) || 0) + 1);
    for (const b of document.querySelectorAll(".keys [data-digit]")) {
      const d = Number(b.dataset.digit);
      const left = digits.length - (count.get(d) || 0);
      b.value = `${this.mode}-${d}`;
      b.classList.toggle("done", left <= 0);
      b.dataset.left = this.mode === "digit" ? left : "";
      b.setAttribute("aria-label", this.mode === "digit" ? `${d}, ${left} left` : `${this.mode} ${d}`);
    }
    for (const b of document.querySelectorAll("div.keys button")) {
      if (this.settings.first) b.setAttribute("aria-pressed", this.held === (Number(b.dataset.digit) || "erase"));
      else b.removeAttribute("aria-pressed");
    }
    byId("undo").disabled = this.position < 1;
    byId("redo").disabled = this.position >= this.moves;
    byId("pause").disabled = this.finished;
  }

  // showFinish says so when all cells are filled without a conflict.
  showFinish() {
    const full = complete(this.board);
    const finished = full && !conflicts(this.board).size;
    if (finished !== this.finished) {
      this.finished = finished;
      this.clock.finish(finished);
      if (finished) this.say("");
    }
    const text = finished ? `Solved in ${timeText(this.clock.elapsed())} ${hintsText(this.hints)}.` : full ? "All cells are filled, but some digits conflict." : "";
    byId("finish").hidden = !finished;
    this.root.classList.toggle("finished", finished);
    if (finished) byId("finished-text").textContent !== text && (byId("finished-text").textContent = text);
    else if (text) this.say(text);
  }
}

const root = byId("game");
const embedded = byId("state");
if (root && embedded) {
  if (root.dataset.peers) play(JSON.parse(root.dataset.peers));
  const game = new Game(root, JSON.parse(embedded.textContent));
  addEventListener("focus", () => game.server.reload());
  keepPage().catch(() => {}); // without it the game needs the server to open
}
