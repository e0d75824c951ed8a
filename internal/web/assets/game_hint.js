// Hints and their drawing on the board. The server makes both; this script fetches the page with the hint and takes them
// over.
import { reach } from "./game_server.js";

const levels = ["where", "what", "why"];

export class Hint {
  constructor(address) {
    this.address = address;
    this.asked = null;
    this.read();
  }

  // read reads which hint the page shows.
  read() {
    const drawing = document.getElementById("drawing");
    this.level = drawing.dataset.level || "";
    this.cells = new Set((drawing.dataset.cells || "").split(" ").map(Number)); // those with candidates of the hint
    for (const b of document.querySelectorAll('[value^="hint-"]')) b.setAttribute("aria-pressed", b.value === "hint-" + this.level);
  }

  // next returns the level that says more than the one that is shown.
  next() {
    return levels[Math.min(levels.indexOf(this.level) + 1, levels.length - 1)];
  }

  // ask shows a hint. It returns whether it did: a hint that came too late is not shown.
  async ask(level) {
    this.asked?.abort();
    const mine = (this.asked = new AbortController());
    const answer = await reach(`${this.address}?hint=${level}`, { headers: { "X-Part": "1" }, signal: mine.signal });
    const box = document.createElement("template");
    box.innerHTML = await answer.text();
    const fresh = box.content.querySelector("#hint");
    if (!answer.ok || !fresh) throw new Error(box.content.querySelector(".failure")?.textContent || "There is no hint: the server has an error.");
    if (mine !== this.asked) return false;
    document.getElementById("hint").replaceChildren(...fresh.childNodes); // the element stays, so that screen readers read the change
    document.getElementById("drawing").replaceWith(box.content.querySelector("#drawing"));
    this.read();
    return true;
  }

  // moves returns the moves that do what the hint says.
  moves() {
    return JSON.parse(document.querySelector("#hint [data-moves]")?.dataset.moves || "[]");
  }

  // clear removes the hint, because the board is no longer what it was about.
  clear() {
    this.asked?.abort();
    this.asked = null;
    if (!this.level) return;
    const drawing = document.getElementById("drawing");
    for (const part of [document.getElementById("hint"), drawing]) part.replaceChildren();
    delete drawing.dataset.level;
    delete drawing.dataset.cells;
    this.read();
  }
}
