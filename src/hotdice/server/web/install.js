// What the app needs to be installed, and to open while the server is away.

export {};

document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: "/manifest.webmanifest" }));

// Pages that came by plain http from another machine have no workers.
navigator.serviceWorker
  ?.register("/worker.js")
  .then(() => navigator.serviceWorker.ready)
  .then(({ active }) => {
    active?.postMessage(performance.getEntriesByType("resource").map(({ name }) => name));
  })
  .catch(() => {});
