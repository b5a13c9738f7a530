import type { CloseWatcher, Watching } from "../focus/close-watcher.ts";
import { clearSelection, useSelection } from "../state/selection.ts";

/** A list of choices is a popover without a role of its own. */
const popups = ":is([role=dialog], [role=alertdialog], [role=menu], .popover)[data-open]";
const portal = "data-base-ui-portal";

/**
 * Lets the back button of Android, or its gesture, close the topmost sheet or menu, else end a selection, instead of
 * leaving the screen. Returns the function that ends this.
 */
export function closeByBack(target: Window): () => void {
  const { document: page } = target;
  const { CloseWatcher } = target as Watching;
  if (CloseWatcher === undefined) return () => undefined;
  let watcher: CloseWatcher | null = null;
  /** True while Escape is pressed: Chromium sends it to the watcher too, after the page has handled it. */
  let isEscape = false;

  const openPopups = (): Element[] => [...page.querySelectorAll(`[${portal}] ${popups}`)];
  const follow = (): void => {
    const isNeeded = openPopups().length > 0 || useSelection.getState().ids.size > 0;
    if (!isNeeded) {
      watcher?.destroy();
      watcher = null;
      return;
    }
    if (watcher !== null) return;
    watcher = new CloseWatcher();
    watcher.addEventListener("close", back);
  };
  const back = (): void => {
    // The browser has destroyed it.
    watcher = null;
    if (!isEscape) closeTop();
    follow();
  };
  const closeTop = (): void => {
    const top = openPopups().at(-1);
    if (top === undefined) return clearSelection();
    const focused = page.activeElement;
    const from = focused !== null && top.contains(focused) ? focused : top;
    from.dispatchEvent(
      new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }),
    );
    isEscape = false;
  };

  const seen = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) watchPortal(node);
    follow();
  });
  // Popups are in portals, which are children of the body: changes in the page itself aren't observed.
  const watchPortal = (node: Node): void => {
    if (!(node instanceof HTMLElement) || node.parentElement !== page.body) return;
    if (!node.hasAttribute(portal)) return;
    seen.observe(node, { subtree: true, childList: true, attributeFilter: ["data-open"] });
  };
  seen.observe(page.body, { childList: true });
  page.body.childNodes.forEach(watchPortal);
  const unsubscribe = useSelection.subscribe(follow);
  follow();

  const stop = new AbortController();
  const options = { capture: true, signal: stop.signal };
  target.addEventListener("keydown", ({ key }) => (isEscape = key === "Escape"), options);
  target.addEventListener("keyup", () => (isEscape = false), options);
  return () => {
    stop.abort();
    seen.disconnect();
    unsubscribe();
    watcher?.destroy();
    watcher = null;
  };
}
