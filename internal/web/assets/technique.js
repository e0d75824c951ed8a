// The list of techniques: a field that leaves only the techniques with a text in their names, idea or family, in any spelling.
import { onMain } from "./base.js";

const plain = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "");

function prepare() {
  const field = document.getElementById("find");
  if (!field) return;
  const find = () => {
    const wanted = plain(field.value);
    let left = 0;
    for (const item of document.querySelectorAll(".catalogue li")) {
      item.hidden = !plain(item.textContent).includes(wanted);
      left += item.hidden ? 0 : 1;
    }
    for (const section of document.querySelectorAll("main section")) section.hidden = !section.querySelector("li:not([hidden])");
    document.getElementById("found").textContent = wanted ? `${left} found` : "";
  };
  field.addEventListener("input", find);
  find(); // the browser may have restored the text of an earlier visit
}

onMain(prepare);
