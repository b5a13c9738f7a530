import type { ToServiceWorker } from "../../owner/build-names.ts";

export function sayTo(worker: ServiceWorker, message: ToServiceWorker): void {
  worker.postMessage(message);
}

/** Calls back with each service worker of another build that waits, now or later. */
export function onceWaiting(
  registration: ServiceWorkerRegistration,
  then: (worker: ServiceWorker) => void,
): void {
  const follow = (worker: ServiceWorker | null): void => {
    if (worker === null) return;
    const check = (): void => {
      // The first one of all doesn't wait: there is nothing to replace.
      if (worker.state === "installed" && registration.active !== null) then(worker);
    };
    worker.addEventListener("statechange", check);
    check();
  };
  follow(registration.waiting);
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
}

/** Loads this tab again with the newest build that the server has, or with the same one if it can't be had. */
export async function loadNewest(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const registration = await workers?.getRegistration();
  if (workers === undefined || registration === undefined) {
    location.reload();
    return;
  }
  workers.addEventListener("controllerchange", () => location.reload());
  const found = new Promise<void>((resolve) => {
    onceWaiting(registration, (worker) => {
      sayTo(worker, { type: "take-over" });
      resolve();
    });
  });
  await registration.update().catch(() => undefined);
  const isComing = registration.installing !== null || registration.waiting !== null;
  if (isComing) await found;
  else location.reload();
}
