// The settings of a player. They hold for all games in this browser.
import { store, stored } from "./base.js";

const key = "setdoku game settings";

// settings reads the settings, fills their checkboxes and calls changed after each change.
export function settings(form, changed) {
  const values = {};
  const kept = stored(key);
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (box.name in kept) box.checked = kept[box.name];
    values[box.name] = box.checked;
  }
  form.addEventListener("change", (event) => {
    values[event.target.name] = event.target.checked;
    store(key, values);
    changed(event.target.name);
  });
  return values;
}
