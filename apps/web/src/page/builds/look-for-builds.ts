/** Time between two looks for a new build. */
const everyMs = 60 * 60_000;

/**
 * Looks for a new build when the page gets the focus, at most once an hour. Browsers look themselves when a page
 * is loaded.
 */
export function lookForBuilds(
  registration: Pick<ServiceWorkerRegistration, "update">,
  page: Pick<Window, "addEventListener">,
): void {
  let lookedMs = Date.now();
  page.addEventListener("focus", () => {
    if (Date.now() - lookedMs < everyMs) return;
    lookedMs = Date.now();
    // Without a network it is tried again an hour later.
    registration.update().catch(() => undefined);
  });
}
