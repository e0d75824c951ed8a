// Colors of the statements of a page.
import { make, onMain } from "./base.js";

// color marks the keywords, comments and strings of statements.
const keyword =
  /^(ADD|ALL|AND|AS|ASC|BETWEEN|BY|CASE|CAST|COALESCE|CONFLICT|COUNT|CREATE|CROSS|DELETE|DESC|DISTINCT|DO|ELSE|END|EXCEPT|EXISTS|FROM|GROUP|HAVING|IN|INDEX|INNER|INSERT|INTO|IS|JOIN|LEFT|LIMIT|MAX|MIN|NOT|NULL|ON|OR|ORDER|OUTER|OVER|PARTITION|PRIMARY|KEY|RECURSIVE|SELECT|SET|SUM|TABLE|THEN|UNION|UNIQUE|UPDATE|VALUES|VIEW|WHEN|WHERE|WITH)$/;
export function color(code) {
  const pieces = code.textContent.split(/(--[^\n]*|'(?:[^']|'')*'|[A-Za-z_]+)/);
  code.replaceChildren(
    ...pieces.map((text) => {
      const kind = text.startsWith("--") ? "c" : text.startsWith("'") ? "s" : keyword.test(text) ? "k" : "";
      return kind ? make("span", { className: kind }, text) : text;
    }),
  );
}

// A folded statement is colored when it is unfolded: the console's list of tables has many.
onMain(() =>
  document.querySelectorAll("pre.sql code").forEach((code) => {
    const fold = code.closest("details:not([open])");
    if (fold) fold.addEventListener("toggle", () => color(code), { once: true });
    else color(code);
  }),
);
