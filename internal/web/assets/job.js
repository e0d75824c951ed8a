// The page of a job follows its progress.
import { onMain } from "./base.js";

function job(box) {
  const events = new EventSource("/api/jobs/" + box.dataset.job + "/events");
  events.onmessage = (event) => {
    const p = JSON.parse(event.data);
    box.querySelector("progress").value = p.done;
    box.querySelector(".done").textContent = p.done;
    box.querySelector(".statuses").textContent = Object.entries(p.statuses).map(([status, n]) => `, ${n} ${status}`).join("");
    box.querySelector(".waits").textContent = p.state === "waiting" ? "(waiting for another job)" : "";
    if (!p.ended) return;
    events.close();
    location.reload();
  };
}

onMain(() => document.querySelectorAll("[data-job]:not([data-ended])").forEach(job));
