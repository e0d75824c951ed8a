// Faults of a text: marks under the characters, and a list of buttons that lead to them.
import { make } from "./base.js";

// mark shows the faults under the characters of a text area. behind is the element behind it.
export function mark(area, behind, faults) {
  const positions = faults.flatMap((f) => f.positions);
  const lines = area.value.split("\n").map((line, i) => {
    const here = positions.filter((s) => s.line === i + 1).sort((a, b) => a.column - b.column);
    const characters = [...line];
    const pieces = [];
    let at = 0;
    for (const s of here) {
      const from = Math.min(s.column - 1, characters.length);
      if (from < at) continue;
      pieces.push(characters.slice(at, from).join(""));
      at = Math.min(from + s.length, characters.length);
      pieces.push(make("mark", {}, characters.slice(from, at).join("")));
    }
    return [...pieces, characters.slice(at).join("") + "\n"];
  });
  behind.replaceChildren(...lines.flat());
  follow(area, behind);
  area.toggleAttribute("aria-invalid", false);
  if (faults.length) area.setAttribute("aria-invalid", "true");
}

// follow scrolls the marks with the text.
export function follow(area, behind) {
  behind.scrollTop = area.scrollTop;
  behind.scrollLeft = area.scrollLeft;
}

// list shows a button for each fault, which selects its characters in the text area.
export function list(area, box, faults, bad) {
  box.hidden = !faults.length;
  box.replaceChildren(
    ...faults.map((f) => {
      const [position] = f.positions;
      const text = `line ${position.line}, column ${position.column}: ${f.text}`;
      return make("li", {}, make("button", { type: "button", onclick: () => select(area, position) }, text));
    }),
  );
  if (bad > faults.length) box.append(make("li", {}, `and ${bad - faults.length} more`));
}

// select selects the characters of a position.
function select(area, position) {
  const lines = area.value.split("\n");
  const before = lines.slice(0, position.line - 1).reduce((n, line) => n + line.length + 1, 0);
  const characters = [...(lines[position.line - 1] ?? "")];
  const from = before + characters.slice(0, position.column - 1).join("").length;
  const to = from + characters.slice(position.column - 1, position.column - 1 + position.length).join("").length;
  area.focus();
  area.setSelectionRange(from, to);
}
