// Stands between the app and the server: what came last is kept, and shown only while the server is away.

const STORE = "app";
const OTHER = /^\/(api|schema|health|metrics)(\/|$)/; // of these only the sentences are the app's

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

/** A page tells what it had loaded before this worker was there. */
addEventListener("message", (event) => {
  event.waitUntil(caches.open(STORE).then((store) => store.addAll(["/", ...new Set(event.data.filter(ours))])));
});

addEventListener("fetch", (event) => {
  if (event.request.method === "GET" && ours(event.request.url)) event.respondWith(answer(event.request));
});

/** Whoever clicks on "your turn" gets to that table: the tab that is there, or a new one. */
addEventListener("notificationclick", (event) => {
  const { data: place } = event.notification;
  event.notification.close();
  event.waitUntil(
    clients.matchAll({ type: "window", includeUncontrolled: true }).then((tabs) => {
      const there = tabs.find(({ url }) => new URL(url).pathname === new URL(place).pathname);
      return there ? there.focus() : clients.openWindow(place);
    }),
  );
});

function ours(address) {
  const { origin, pathname } = new URL(address);
  return origin === location.origin && (!OTHER.test(pathname) || pathname.startsWith("/api/texts/"));
}

async function answer(request) {
  const store = await caches.open(STORE);
  const page = request.mode === "navigate" && !new URL(request.url).pathname.includes(".");
  const place = page ? "/" : request; // every page is the same file
  const came = await fetch(request).catch(() => null);
  if (came?.ok) await store.put(place, came.clone());
  return came && came.status < 500 ? came : (await store.match(place)) || came || Response.error();
}
