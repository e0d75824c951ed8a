// The form for puzzles: the grid and the text show the same puzzle, faults are marked while the user types, and files can be dropped.
import { onMain } from "./base.js";
import { entry } from "./entry.js";
import { follow, list, mark } from "./faults.js";

const wait = 200; // milliseconds without typing before the text is checked

function form(box) {
  const area = box.querySelector("textarea");
  const behind = box.querySelector(".marks");
  const said = box.querySelector("#said");
  const faults = box.querySelector(".faults");
  const rest = box.querySelector(".rest");
  const locked = box.querySelector(".locked");
  const board = box.querySelector("[name=variant]");
  let size = 9; // of the board
  let empty = "";
  let timer = 0;
  let asked = null; // AbortController of the running check

  const check = async (fromGrid) => {
    clearTimeout(timer); // a check that waits would leave the grid as it is
    asked?.abort();
    asked = new AbortController();
    const blank = !area.value.replace(/[.\s]/g, "");
    let found = { puzzles: 0, faults: [], bad: 0, grid: null, solutions: null };
    if (!blank) {
      try {
        const answer = await fetch("/api/puzzles/check?variant=" + board.value, { method: "POST", body: area.value, signal: asked.signal });
        if (!answer.ok) {
          said.textContent = (await answer.json()).error;
          return;
        }
        found = await answer.json();
        if ((found.variant ?? "") !== board.value) found.grid = null; // the text names another board
      } catch (err) {
        if (err.name !== "AbortError") said.textContent = "The server does not answer.";
        return;
      }
    }
    mark(area, behind, found.faults);
    list(area, faults, found.faults, found.bad);
    box.querySelectorAll(".one").forEach((b) => (b.hidden = found.puzzles > 1));
    rest.hidden = !(found.bad && found.puzzles);
    rest.textContent = found.puzzles === 1 ? "Solve the puzzle without faults" : `Solve the ${found.puzzles} puzzles without faults`;
    if (!fromGrid) grid.show(found.grid ?? (blank ? empty : gridOf(area.value, empty)));
    // A list, and a text that is not a grid yet, would be lost if the grid were changed.
    const other = !blank && !found.grid && gridOf(area.value, empty) === empty;
    grid.lock(other);
    locked.hidden = !other;
    grid.mark(new Set(found.faults.flatMap((f) => f.positions.map((s) => s.cell))));
    said.textContent = blank ? "" : summary(found);
  };
  const soon = (fromGrid) => {
    clearTimeout(timer);
    timer = setTimeout(() => check(fromGrid), wait);
  };
  const grid = entry(
    box.querySelector(".entry"),
    (text) => {
      area.value = text === empty ? "" : text.match(new RegExp(`.{${size}}`, "g")).join("\n");
      mark(area, behind, []);
      soon(true);
    },
    (text) => {
      area.value = text.replaceAll("\r\n", "\n");
      check(false);
    },
  );
  const resized = () => {
    size = Number(board.selectedOptions[0].dataset.size ?? 9);
    empty = ".".repeat(size * size);
    grid.resize(size);
    check(false);
  };
  board.addEventListener("change", resized);
  area.addEventListener("input", () => {
    mark(area, behind, []);
    soon(false);
  });
  area.addEventListener("scroll", () => follow(area, behind));
  box.querySelector(".clear").addEventListener("click", () => {
    area.value = "";
    check(false);
    grid.focus();
  });
  drop(box, area, () => check(false));
  resized();
}

// gridOf is the grid of a text that is wrong but has as many digits and empty cells as an empty grid, so that the grid can show what is wrong.
function gridOf(text, empty) {
  const characters = text.replace(/\s/g, "");
  return /^[0-9.]*$/.test(characters) && characters.length === empty.length ? characters : empty;
}

// summary says in words what a text has.
function summary(found) {
  const faults = found.bad === 1 ? "1 fault" : `${found.bad} faults`;
  const puzzles = found.puzzles === 1 ? "1 puzzle" : `${found.puzzles} puzzles`;
  if (found.bad) return found.puzzles ? `${puzzles} without faults, and ${faults}` : faults;
  if (found.solutions === null) return found.message || puzzles;
  return ["This puzzle has no solution.", "This puzzle has one solution.", "This puzzle has several solutions."][found.solutions];
}

function drop(box, area, dropped) {
  const over = (on) => (event) => {
    event.preventDefault();
    box.classList.toggle("over", on);
  };
  box.addEventListener("dragover", over(true));
  box.addEventListener("dragleave", over(false));
  box.addEventListener("drop", (event) => {
    over(false)(event);
    const files = event.dataTransfer.files;
    if (files.length) box.querySelector("[type=file]").files = files;
    else {
      area.value = event.dataTransfer.getData("text");
      dropped();
    }
  });
}

onMain(() => document.querySelectorAll("form.drop").forEach(form));
