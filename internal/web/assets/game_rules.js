// The rules of a game, the same as those of the server. So a move shows at once, before the server has it.

const row = (cell) => Math.floor(cell / 10);
const column = (cell) => cell % 10;

// name writes a cell so that screen readers pronounce it.
export const name = (cell) => `row ${row(cell)}, column ${column(cell)}`;

const numbered = (line, numbers) => `${line}${numbers.length > 1 ? "s" : ""} ${[...numbers].join(" ")}`;

// spoken writes the cells of a text as name does. Spoken in view.go does the same.
export const spoken = (text) => text.replace(/\br([1-9]+)c([1-9]+)\b/g, (_, r, c) => `${numbered("row", r)}, ${numbered("column", c)}`);

// The board: the digits, the numbers of all cells, which are row * 10 + column, and for each cell those that cannot hold the same digit.
export let digits, cells, peers;

function resize(size) {
  digits = Array.from({ length: size }, (_, i) => i + 1);
  cells = digits.flatMap((r) => digits.map((c) => r * 10 + c));
}

// play makes the board of this page one on which the cells, row by row, see the cells of the lists.
export function play(lists) {
  resize(Math.sqrt(lists.length));
  peers = new Map(cells.map((c, i) => [c, lists[i]]));
}

resize(9);
const box = (cell) => Math.floor((row(cell) - 1) / 3) * 3 + Math.floor((column(cell) - 1) / 3);
play(cells.map((a) => cells.filter((b) => a !== b && (row(a) === row(b) || column(a) === column(b) || box(a) === box(b)))));

// boardOf returns the board of a state of the server: for each cell its digit, whether it is given, the colors of its candidates by digit, and as
// bits its colors, its marks, those in the corners, the candidates that the player has crossed out, and those that were crossed out before the game began.
export function boardOf(state) {
  const board = new Map();
  for (const { cell, digit, given, shades = {}, ...c } of state.cells) {
    const [colors, marks, corners, crossed, out] = [c.colors, c.marks, c.corners, c.crossed, c.out].map(bits);
    board.set(cell, { digit, given, shades, colors, marks, corners, crossed, out });
  }
  return board;
}

const bit = (digit) => 1 << digit;
const bits = (digits) => (digits || []).reduce((sum, d) => sum | bit(d), 0);

// digitsOf lists the digits of bits, ascending.
export const digitsOf = (set) => digits.filter((d) => set & bit(d));
export const colorsOf = (set) => [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((n) => set & bit(n));

// equal reports whether two boards look the same. A state of the server does not have the marks below a digit.
export const equal = (a, b) => cells.every((c) => same(a.get(c), b.get(c)));
const hidden = ["marks", "corners", "crossed"];
const same = (a, b) => a.digit === b.digit && a.colors === b.colors && JSON.stringify(a.shades) === JSON.stringify(b.shades) && (a.digit || hidden.every((k) => a[k] === b[k]));

// candidates returns the digits that no peer has and that were not crossed out before the game began.
const candidates = (board, cell) => peers.get(cell).reduce((left, p) => left & ~bit(board.get(p).digit), bits(digits) & ~board.get(cell).out);

// apply returns the board after a move, or the board itself if the move changes nothing. Undo and redo are not moves of a board.
export function apply(board, move) {
  const next = new Map(board);
  const set = (cell, change) => next.set(cell, { ...next.get(cell), ...change });
  const open = move.cells.filter((c) => !board.get(c).given);
  const empty = open.filter((c) => !board.get(c).digit);
  const value = bit(move.value);
  const cross = (cell) => {
    const { marks, crossed } = board.get(cell);
    set(cell, { marks: (marks || candidates(board, cell) & ~crossed) & ~value, crossed: crossed | value });
  };
  const shade = () => {
    const list = empty.filter((c) => (board.get(c).marks | board.get(c).corners) & bit(move.digit));
    const all = list.every((c) => (board.get(c).shades[move.digit] ?? 0) === move.value);
    for (const c of list) {
      const { [move.digit]: _, ...shades } = board.get(c).shades;
      set(c, { shades: all || !move.value ? shades : { ...shades, [move.digit]: move.value } });
    }
  };
  switch (move.action) {
    case "digit":
    case "place":
      for (const c of open) {
        if (next.get(c).digit === move.value) continue;
        set(c, { digit: move.value });
        if (move.action === "place") continue;
        for (const p of peers.get(c)) {
          const { marks, corners, crossed } = next.get(p);
          set(p, { marks: marks & ~value, corners: corners & ~value, crossed: crossed | (marks & value) });
        }
      }
      break;
    case "mark":
    case "corner": {
      const kind = move.action + "s";
      const all = empty.every((c) => board.get(c)[kind] & value);
      for (const c of empty) {
        const { marks, crossed } = board.get(c);
        if (!all) {
          set(c, { [kind]: board.get(c)[kind] | value });
          set(c, { crossed: crossed & ~next.get(c).marks });
        } else if (kind === "marks" && !(candidates(board, c) & ~(marks | crossed))) {
          cross(c);
          if (!next.get(c).marks) set(c, { crossed: 0 });
        } else set(c, { [kind]: board.get(c)[kind] & ~value });
      }
      break;
    }
    case "cross":
      empty.forEach(cross);
      break;
    case "fill":
      for (const c of cells) if (!board.get(c).digit) set(c, { marks: candidates(board, c), crossed: 0 });
      break;
    case "erase":
      if (open.some((c) => board.get(c).digit)) for (const c of open) set(c, { digit: 0 });
      else for (const c of move.cells) set(c, { marks: 0, corners: 0, crossed: 0, colors: 0, shades: {} });
      break;
    case "color":
      if (move.digit) shade();
      else {
        const all = move.cells.every((c) => board.get(c).colors & value);
        for (const c of move.cells) set(c, { colors: !move.value ? 0 : all ? board.get(c).colors & ~value : board.get(c).colors | value });
      }
      break;
    case "restart":
      for (const c of cells) set(c, { digit: board.get(c).given ? board.get(c).digit : 0, marks: 0, corners: 0, crossed: 0, colors: 0, shades: {} });
  }
  return equal(board, next) ? board : next;
}

// conflicts returns the cells that have the same digit as a peer.
export function conflicts(board) {
  return new Set(cells.filter((c) => board.get(c).digit && peers.get(c).some((p) => board.get(p).digit === board.get(c).digit)));
}

// complete reports whether all cells are filled.
export const complete = (board) => cells.every((c) => board.get(c).digit);
