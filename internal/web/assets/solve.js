// The pages of solving: files can be dropped on the form, and the page of a job follows its progress.
import { onMain } from "./base.js";

function follow(box) {
  const events = new EventSource("/api/jobs/" + box.dataset.job + "/events");
  events.onmessage = (event) => {
    const p = JSON.parse(event.data);
    box.querySelector("progress").value = p.done;
    box.querySelector(".done").textContent = p.done;
    box.querySelector(".statuses").textContent = Object.entries(p.statuses).map(([status, n]) => `, ${n} ${status}`).join("");
    if (!p.ended) return;
    events.close();
    p.total === 1 && p.first && !p.failure ? location.replace("/puzzles/" + p.first) : location.reload();
  };
}

function drop(form) {
  const over = (on) => (event) => {
    event.preventDefault();
    form.classList.toggle("over", on);
  };
  form.addEventListener("dragover", over(true));
  form.addEventListener("dragleave", over(false));
  form.addEventListener("drop", (event) => {
    over(false)(event);
    const files = event.dataTransfer.files;
    if (files.length) form.querySelector("[type=file]").files = files;
    else form.querySelector("textarea").value = event.dataTransfer.getData("text");
  });
}

onMain(() => {
  document.querySelectorAll("[data-job]:not([data-ended])").forEach(follow);
  document.querySelectorAll("form.drop").forEach(drop);
});
