// The page of a puzzle: keys and the slider go from step to step, and the way of playing changes with its radio buttons.
import { show } from "./base.js";

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input:not([type=radio]), textarea, select") || event.ctrlKey || event.altKey || event.metaKey) return;
  const link = document.querySelector(`.walk [data-key="${CSS.escape(event.key)}"]`);
  if (link) {
    event.preventDefault();
    show(link.href);
  }
});

document.addEventListener("change", (event) => {
  if (event.target.matches(".slide input")) event.target.form.requestSubmit();
  if (event.target.name === "mode") event.target.form.classList.toggle("crossing", event.target.value === "cross");
});

document.addEventListener("input", (event) => {
  if (event.target.matches(".slide input")) event.target.form.querySelector("output").value = event.target.value + " of " + event.target.max;
});
