// The clock of a game. It stops while the player pauses, while the page is hidden and after the finish.

export class Clock {
  // show(text) shows the time. store(elapsed, paused) keeps it.
  constructor(state, show, store) {
    this.show = show;
    this.store = store;
    this.before = state.elapsed_ms;
    this.paused = state.paused;
    this.finished = state.finished;
    this.since = null; // when the clock was started, null while it is stopped
    document.addEventListener("visibilitychange", () => this.turn());
    addEventListener("pagehide", () => this.stop());
    setInterval(() => this.tick(), 250);
    setInterval(() => this.since !== null && this.store(this.elapsed(), false), 30000);
    this.turn();
  }

  elapsed() {
    return Math.round(this.before + (this.since === null ? 0 : performance.now() - this.since));
  }

  // turn starts or stops the clock, as its state asks for.
  turn() {
    if (this.paused || this.finished || document.hidden) this.stop();
    else this.since ??= performance.now();
    this.tick();
  }

  stop() {
    if (this.since === null) return;
    this.before = this.elapsed();
    this.since = null;
    this.store(this.before, this.paused);
  }

  pause(paused) {
    this.paused = paused;
    if (!paused) this.store(this.elapsed(), false);
    this.turn();
  }

  // follow takes the clock over from a state of the server. The clock never goes back.
  follow(state) {
    const more = state.elapsed_ms - this.elapsed();
    if (more > 0) this.before += more;
    this.finish(state.finished);
  }

  finish(finished) {
    this.finished = finished;
    this.turn();
  }

  tick() {
    this.show(timeText(this.elapsed()));
  }
}

// timeText writes a time as 3:07 or 1:03:07.
export function timeText(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
