import { offerNewBuild } from "@tidemark/ui/begin";
import { type FromServiceWorker, pageLockOf, pageLocks } from "../../owner/build-names.ts";
import { lookForBuilds } from "./look-for-builds.ts";
import { onceWaiting, sayTo } from "./new-build.ts";
import { watchIdle } from "./watch-idle.ts";

/** Time between two looks at whether the page is idle while a new build waits. */
const idleEveryMs = 30_000;

/**
 * Registers the service worker, which opens the app without a network, and follows its updates. A new build
 * waits until somebody chooses to reload, or until this is the only tab and nobody uses it. Then all tabs load
 * again.
 */
export async function followBuilds(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  // Pages without TLS have none.
  if (workers === undefined) return;
  holdBuild();
  const { isIdle } = watchIdle(window);
  let isControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    // The first one only begins to answer the page's requests.
    // There is none once signing out has deleted what is stored, which a new start would store again.
    if (workers.controller === null) return;
    if (isControlled) location.reload();
    isControlled = true;
  });
  workers.addEventListener("message", ({ data }: MessageEvent<FromServiceWorker>) => {
    // A new build was installed while this page was loaded. Only offered: if loading it again didn't help, it would
    // never end.
    if (data.type === "outdated") void shown().then(() => offerNewBuild(() => location.reload()));
  });
  workers.startMessages();

  const registration = await workers.register("/service-worker.js", { updateViaCache: "none" });
  lookForBuilds(registration, window);
  onceWaiting(registration, offer);
  void workers.ready.then(async ({ active }) => {
    await shown();
    if (active !== null) sayTo(active, { type: "shown", version: buildVersion });
  });

  function offer(waiting: ServiceWorker): void {
    const replace = (): void => sayTo(waiting, { type: "take-over" });
    async function replaceIfIdle(): Promise<boolean> {
      if (!isIdle() || !(await isAlone())) return false;
      replace();
      return true;
    }
    void replaceIfIdle().then((isDone) => {
      if (isDone) return;
      // Its words are loaded by then.
      void shown().then(() => offerNewBuild(replace));
      const timer = setInterval(() => {
        void replaceIfIdle().then((isOver) => isOver && clearInterval(timer));
      }, idleEveryMs);
    });
  }
}

/** Holds this build's lock until the tab is closed, so that its files stay stored. */
function holdBuild(): void {
  const forever = new Promise<never>(() => {});
  void navigator.locks.request(pageLockOf(buildVersion), { mode: "shared" }, () => forever);
}

/** True if no other tab has the app open. */
async function isAlone(): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.filter(({ name }) => name?.startsWith(pageLocks)).length <= 1;
}

/** Resolves once the page shows something and is idle. */
function shown(): Promise<void> {
  const root = document.getElementById("root");
  return new Promise((resolve) => {
    const check = (): void => {
      if (root === null || root.querySelector("main") === null) return;
      observer.disconnect();
      // Safari has no idle callbacks.
      if (typeof requestIdleCallback === "undefined") setTimeout(resolve, 1000);
      else requestIdleCallback(() => resolve(), { timeout: 5000 });
    };
    const observer = new MutationObserver(check);
    observer.observe(document, { childList: true, subtree: true });
    check();
  });
}
