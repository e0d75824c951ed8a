// The service worker of games, for those pages that game_offline.js has stored. Every page comes from the server if it answers. Only if it cannot
// be reached, the game comes as it was stored, with the state that the server confirmed last.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate" && request.method === "GET") event.respondWith(page(request, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

// asset returns a file whose address has the version of its contents.
const asset = async (request) => (await caches.match(request)) || fetch(request);

async function page(request, path) {
  try {
    const answer = await fetch(request);
    if ([401, 403, 404].includes(answer.status)) await forget(path); // the browser may no longer see the game
    return answer;
  } catch (err) {
    const [stored, state] = await Promise.all([caches.match(path), caches.match("/api" + path)]);
    if (!stored || !state) throw err;
    const json = (await state.text()).replaceAll("<", "\\u003c");
    const text = (await stored.text()).replace(/( id="state">)[^<]*/, (_, tag) => tag + json);
    const headers = ["Content-Type", "Content-Security-Policy"].map((name) => [name, stored.headers.get(name)]);
    return new Response(text, { headers });
  }
}

async function forget(path) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    await Promise.all([cache.delete(path), cache.delete("/api" + path)]);
  }
}
