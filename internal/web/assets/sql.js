// The console: Ctrl+Enter runs the statement. Editor, suggestions, history and chart have files of their own.
import { onMain } from "./base.js";
import { chart } from "./sql_chart.js";
import { complete } from "./sql_complete.js";
import { insertable, paint } from "./sql_editor.js";
import { keep } from "./sql_history.js";

onMain(() => {
  const text = document.getElementById("statement");
  if (!text) return;
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      text.form.requestSubmit();
    }
  });
  complete(text);
  insertable(text);
  paint(text);
  keep(text);
  const details = document.querySelector(".chart");
  if (details) chart(details, document.querySelector("table.rows"));
});
