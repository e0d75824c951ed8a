// Reads statements with | at the cursor and writes the first suggestions there.
import { readFileSync } from "node:fs";
import { script } from "./page.mjs";

const { suggest } = await script("sql_complete.js");
const { relations, statements } = JSON.parse(readFileSync(0));
const schema = new Map(Object.entries(relations));
const first = statements.map((s) => {
  const [before, after] = s.split("|");
  const { written, list } = suggest(before, before + after, schema);
  return [written, ...list.slice(0, 2).map((l) => l.text)].join(" ");
});
console.log(JSON.stringify(first));
