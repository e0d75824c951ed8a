// A bar chart of two columns of the rows on the page. The address keeps the columns, so that it can be shared.

const most = 100;

// chart draws when the details are opened or the columns change.
export function chart(details, table) {
  const label = details.querySelector('[name="label"]');
  const bars = details.querySelector('[name="bars"]');
  const draw = () => {
    if (!details.open) return;
    remember(label.value + "-" + bars.value);
    details.querySelector("figure").replaceChildren(...drawing(table, +label.value, +bars.value));
  };
  const [wantedLabel, wantedBars] = (new URLSearchParams(location.search).get("chart") ?? "").split("-");
  const has = (select, value) => [...select.options].some((o) => o.value === value);
  const asked = has(label, wantedLabel) && has(bars, wantedBars);
  if (asked) {
    label.value = wantedLabel;
    bars.value = wantedBars;
  } else {
    const other = [...label.options].find((o) => o.value !== bars.value);
    if (other) label.value = other.value;
  }
  details.addEventListener("toggle", () => (details.open ? draw() : remember("")));
  label.addEventListener("change", draw);
  bars.addEventListener("change", draw);
  details.open = asked;
}

// remember puts the columns into the address.
function remember(columns) {
  const address = new URL(location.href);
  if (columns) address.searchParams.set("chart", columns);
  else address.searchParams.delete("chart");
  history.replaceState(history.state, "", address);
}

// drawing returns a list of a label, a bar and a number for each row. It is a list and no picture, so that it can be read aloud.
function drawing(table, label, bars) {
  const rows = [...table.tBodies[0].rows].map((row) => ({
    name: row.cells[label].textContent,
    text: row.cells[bars].textContent,
    value: row.cells[bars].querySelector("i") ? NaN : Number(row.cells[bars].textContent),
  }));
  const counted = rows.filter((r) => Number.isFinite(r.value));
  const shown = counted.slice(0, most);
  const low = Math.min(0, ...shown.map((r) => r.value));
  const span = Math.max(0, ...shown.map((r) => r.value)) - low || 1;
  const list = document.createElement("ol");
  list.append(
    ...shown.map((r) => {
      const item = document.createElement("li");
      const name = Object.assign(document.createElement("span"), { className: "label", textContent: r.name });
      const bar = Object.assign(document.createElement("span"), { className: "bar" });
      bar.append(rectangle((100 * (Math.min(0, r.value) - low)) / span, (100 * Math.abs(r.value)) / span, r.value < 0), r.text);
      item.append(name, bar);
      return item;
    }),
  );
  const about = document.createElement("figcaption");
  about.className = "tiny";
  about.textContent = counted.length > most ? `the first ${most} of ${counted.length} rows` : rows.length > counted.length ? "without rows that have no number" : "";
  return [list, about];
}

function rectangle(x, width, below) {
  const make = (name, values) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(values).forEach(([k, v]) => e.setAttribute(k, v));
    return e;
  };
  const picture = make("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
  picture.append(make("rect", { x, width, y: 0, height: 10, ...(below ? { class: "below" } : {}) }));
  return picture;
}
