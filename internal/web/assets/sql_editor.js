// The statement in colors behind the textarea, whose own text is transparent, and names of the schema that a click inserts.
import { make } from "./base.js";
import { color } from "./color.js";

// paint shows the statement of a textarea in colors, and the place of its error until the statement changes.
export function paint(text) {
  const code = make("code");
  const behind = make("pre", { className: "sql paint", ariaHidden: "true" }, code);
  text.before(behind);
  text.parentNode.classList.add("painted");
  const follow = () => {
    behind.scrollTop = text.scrollTop;
    behind.scrollLeft = text.scrollLeft;
  };
  const draw = () => {
    code.textContent = text.value + "\n"; // a line feed at the end of a box takes no space
    color(code);
    follow();
  };
  text.addEventListener("input", () => {
    globalThis.CSS?.highlights?.delete("fault");
    draw();
  });
  text.addEventListener("scroll", follow);
  new ResizeObserver(() => (behind.style.width = text.clientWidth + "px")).observe(text);
  draw();
  const fault = document.querySelector(".fault");
  if (fault) select(text, code, fault);
}

// select selects the place of the error, where the user goes on, and marks it in the colored text.
function select(text, code, { dataset }) {
  const lines = text.value.split("\n");
  const at = lines.slice(0, dataset.line - 1).reduce((n, line) => n + line.length + 1, 0);
  const before = [...(lines[dataset.line - 1] ?? "")].slice(0, dataset.column - 1).join("").length;
  const length = document.querySelector(".fault mark").textContent.replace("▯", "").length;
  text.setSelectionRange(at + before, at + before + length);
  if (!globalThis.CSS?.highlights) return;
  const range = new Range();
  const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  const point = (place, set) => {
    for (walker.currentNode = code; walker.nextNode(); place -= walker.currentNode.length) {
      if (place <= walker.currentNode.length) return set(walker.currentNode, place);
    }
  };
  point(at + before, (node, i) => range.setStart(node, i));
  point(at + before + length, (node, i) => range.setEnd(node, i));
  CSS.highlights.set("fault", new Highlight(range));
}

// insertable makes buttons of the names of tables and columns.
export function insertable(text) {
  const button = (name) => make("button", { type: "button", className: "insert", ariaLabel: "Insert " + name }, name);
  document.querySelectorAll(".relation").forEach((relation) =>
    relation.addEventListener(
      "toggle",
      () => {
        relation.querySelector("summary").after(button(relation.dataset.name));
        relation.querySelectorAll("li code").forEach((code) => code.replaceChildren(button(code.textContent)));
      },
      { once: true },
    ),
  );
  document.querySelector("aside").addEventListener("click", (event) => {
    const name = event.target.closest(".insert")?.textContent;
    if (!name) return;
    const from = text.selectionStart;
    const space = /[\w"]$/.test(text.value.slice(0, from)) ? " " : "";
    text.setRangeText(space + name, from, text.selectionEnd, "end");
    text.dispatchEvent(new Event("input"));
    text.focus();
  });
}
