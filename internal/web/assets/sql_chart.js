// A chart of two columns of the rows on the page, with bars or a line. The address keeps the columns and the kind, so that it can be shared.
import { make } from "./base.js";

const most = 100;

// chart draws when the details are opened or the columns change.
export function chart(details, table) {
  const label = details.querySelector('[name="label"]');
  const bars = details.querySelector('[name="bars"]');
  const kind = details.querySelector('[name="kind"]');
  const draw = () => {
    if (!details.open) return;
    const line = kind.value === "line";
    remember(label.value + "-" + bars.value + (line ? "-line" : ""));
    details.querySelector("figure").replaceChildren(...(line ? lineOf : drawing)(table, +label.value, +bars.value));
  };
  const [wantedLabel, wantedBars, wantedKind] = (new URLSearchParams(location.search).get("chart") ?? "").split("-");
  const has = (select, value) => [...select.options].some((o) => o.value === value);
  const asked = has(label, wantedLabel) && has(bars, wantedBars);
  if (asked) {
    label.value = wantedLabel;
    bars.value = wantedBars;
    if (has(kind, wantedKind)) kind.value = wantedKind;
  } else {
    // The first column has the labels, numbers too, as in a histogram, unless no other column has numbers.
    bars.value = ([...bars.options].find((o) => o.value !== "0") ?? bars.options[0]).value;
    label.value = bars.value === "0" && label.options.length > 1 ? "1" : "0";
  }
  details.addEventListener("toggle", () => (details.open ? draw() : remember("")));
  label.addEventListener("change", draw);
  bars.addEventListener("change", draw);
  kind.addEventListener("change", draw);
  details.querySelector("[download]").addEventListener("click", ({ currentTarget }) => {
    const names = [bars, label].map((select) => select.selectedOptions[0].text);
    currentTarget.href = "data:image/svg+xml," + encodeURIComponent(saved(details.querySelector("figure"), names.join(" by ")));
  });
  details.open = asked;
}

// remember puts the columns into the address.
function remember(columns) {
  const address = new URL(location.href);
  if (columns) address.searchParams.set("chart", columns);
  else address.searchParams.delete("chart");
  history.replaceState(history.state, "", address);
}

// rowsOf reads two columns of the table.
function rowsOf(table, label, bars) {
  return [...table.tBodies[0].rows].map((row) => ({
    name: row.cells[label].textContent,
    text: row.cells[bars].textContent,
    value: row.cells[bars].querySelector("i") ? NaN : Number(row.cells[bars].textContent),
  }));
}

// lineOf returns a picture of a line through all values, and its ends in words. Labels that are all numbers are the horizontal axis; others are
// side by side in the order of the rows.
function lineOf(table, label, bars) {
  const rows = rowsOf(table, label, bars).filter((r) => Number.isFinite(r.value));
  const numbers = rows.every((r) => r.name.trim() !== "" && Number.isFinite(Number(r.name)));
  const points = rows.map((r, i) => ({ ...r, x: numbers ? Number(r.name) : i }));
  if (numbers) points.sort((a, b) => a.x - b.x);
  const about = make("figcaption", { className: "tiny" });
  if (!points.length) return [about];
  const range = (list) => [Math.min(...list), Math.max(...list)];
  const [left, right] = range(points.map((p) => p.x));
  const [low, high] = range(points.map((p) => p.value));
  const at = (p) => `${((100 * (p.x - left)) / (right - left || 1)).toFixed(2)},${(50 - (50 * (p.value - low)) / (high - low || 1)).toFixed(2)}`;
  const picture = made("svg", { class: "line", viewBox: "-1 -1 102 52", preserveAspectRatio: "none", role: "img", "aria-label": "line of " + points.length + " values" });
  picture.append(made("polyline", { points: points.map(at).join(" "), "vector-effect": "non-scaling-stroke" }));
  const [lowest, highest] = [points.find((p) => p.value === low), points.find((p) => p.value === high)];
  about.textContent = `From ${points[0].name}: ${points[0].text} to ${points.at(-1).name}: ${points.at(-1).text}. Lowest ${lowest.text} at ${lowest.name}, highest ${highest.text} at ${highest.name}.`;
  return [picture, about];
}

// saved returns the chart of a figure as a file of its own, with a title.
function saved(figure, title) {
  const items = [...figure.querySelectorAll("li")];
  const height = items.length ? 40 + 24 * items.length : 380;
  const picture = made("svg", { viewBox: `0 0 640 ${height}`, "font-family": "sans-serif", "font-size": 13, fill: "#1b1f24" });
  const write = (x, y, text) => picture.append(Object.assign(made("text", { x, y }), { textContent: text }));
  picture.append(made("rect", { width: 640, height, fill: "#ffffff" }));
  write(8, 20, title);
  items.forEach((item, i) => {
    const [name, bar] = item.children;
    const [x, width] = ["x", "width"].map((side) => 3.4 * Number(bar.querySelector("rect").getAttribute(side)));
    write(8, 46 + 24 * i, name.textContent.length > 26 ? name.textContent.slice(0, 25) + "…" : name.textContent);
    picture.append(made("rect", { x: 200 + x, y: 34 + 24 * i, width, height: 16, fill: "#1c4f8f" }));
    write(548, 46 + 24 * i, bar.textContent);
  });
  const points = figure.querySelector("polyline")?.getAttribute("points").split(" ") ?? [];
  const scaled = points.map((p) => p.split(",").map((v, i) => 8 + 22 * i + 6.2 * Number(v)));
  if (points.length) picture.append(made("polyline", { points: scaled.join(" "), fill: "none", stroke: "#1c4f8f", "stroke-width": 2 }));
  write(8, height - 8, figure.querySelector("figcaption").textContent);
  return new XMLSerializer().serializeToString(picture);
}

// made returns an element of SVG.
function made(name, values) {
  const e = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(values).forEach(([k, v]) => e.setAttribute(k, v));
  return e;
}

// drawing returns a list of a label, a bar and a number for each row. It is a list and no picture, so that it can be read aloud.
function drawing(table, label, bars) {
  const rows = rowsOf(table, label, bars);
  const counted = rows.filter((r) => Number.isFinite(r.value));
  const shown = counted.slice(0, most);
  const low = Math.min(0, ...shown.map((r) => r.value));
  const span = Math.max(0, ...shown.map((r) => r.value)) - low || 1;
  const items = shown.map((r) => {
    const bar = rectangle((100 * (Math.min(0, r.value) - low)) / span, (100 * Math.abs(r.value)) / span, r.value < 0);
    return make("li", {}, make("span", { className: "label" }, r.name), make("span", { className: "bar" }, bar, r.text));
  });
  const about = counted.length > most ? `the first ${most} of ${counted.length} rows` : rows.length > counted.length ? "without rows that have no number" : "";
  return [make("ol", {}, ...items), make("figcaption", { className: "tiny" }, about)];
}

function rectangle(x, width, below) {
  const picture = made("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(made("rect", { x, width, y: 0, height: 10, ...(below ? { class: "below" } : {}) }));
  return picture;
}
