// The settings of a player. They hold for all games in this browser.

const key = "setdoku game settings";

// settings reads the settings, fills their checkboxes and calls changed after each change.
export function settings(form, changed) {
  const values = {};
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem(key)) || {};
  } catch {
    // Without storage the settings hold for this page only.
  }
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (box.name in stored) box.checked = stored[box.name];
    values[box.name] = box.checked;
  }
  form.addEventListener("change", (event) => {
    values[event.target.name] = event.target.checked;
    try {
      localStorage.setItem(key, JSON.stringify(values));
    } catch {
      // as above
    }
    changed(event.target.name);
  });
  return values;
}
