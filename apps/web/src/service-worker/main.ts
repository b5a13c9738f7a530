import type { FromServiceWorker, ToServiceWorker } from "../owner/build-names.ts";
import { markSignedIn } from "../owner/signed-in-mark.ts";
import { answerApp, answerMemo } from "./answer-app.ts";
import { answerFile } from "./answer-files.ts";
import { answerShare, isShare } from "./answer-share.ts";
import { routeOf } from "./route-of.ts";
import { answerPart, removeOldBuilds, storeAllFiles, storeFirstFiles } from "./stored-build.ts";

// Service worker: opens the app without a network, from the files of its own build, and answers requests for
// files of memos whose content is in this browser.

declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => event.waitUntil(receive(event)));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (!request.url.startsWith(`${self.location.origin}/`)) return;
  if (isShare(request)) return event.respondWith(answerShare(request));
  const until = (work: Promise<unknown>): void => event.waitUntil(work);
  switch (routeOf(request)) {
    case "app":
      return event.respondWith(answerApp(request));
    case "memo":
      return event.respondWith(answerMemo(request));
    case "part":
      return event.respondWith(answerPart(request, until));
    case "file":
      return event.respondWith(answerFile(request));
    case "sign-out":
      return until(markSignedIn(false));
    case null:
  }
});

async function install(): Promise<void> {
  await storeFirstFiles();
  // A first visit waits for its memos, so the rest follows later. An update must be complete.
  if (self.registration.active !== null) await storeAllFiles();
}

async function receive({ data, source }: ExtendableMessageEvent): Promise<void> {
  const message = data as ToServiceWorker;
  if (message.type === "take-over") return self.skipWaiting();
  if (message.version !== buildVersion) {
    source?.postMessage({ type: "outdated" } satisfies FromServiceWorker);
    return;
  }
  await storeAllFiles();
  await removeOldBuilds();
}
