// Keeps the page of a game in the browser, so that it opens when the server cannot be reached. game_worker.js serves it then. Browsers have
// these means only for https and for this machine.
const name = "setdoku games " + new URL(import.meta.url).pathname.split("/")[2]; // the version of all assets
const possible = "caches" in globalThis && "serviceWorker" in navigator;

// keepPage keeps the page with its files, and starts the worker. What another version has stored is deleted.
export async function keepPage() {
  if (!possible) return;
  const files = document.head.querySelectorAll("link[href], script[src]");
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other);
  const cache = await caches.open(name);
  await cache.addAll([location.pathname, ...[...files].map((e) => e.href || e.src)]);
  await navigator.serviceWorker.register("/games/worker.js", { scope: "/games/" });
}

// keepState keeps the state that the server has confirmed last. address is that of the game in the API.
export async function keepState(address, state) {
  if (!possible) return;
  const cache = await caches.open(name);
  await cache.put(address, new Response(JSON.stringify(state), { headers: { "Content-Type": "application/json" } }));
}
