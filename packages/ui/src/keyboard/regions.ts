/** What one goes round by F6: the sidebar, the screen, what stands beside it, and messages. */
const regions = 'nav, main, aside, [data-region="messages"]';
const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea, select, [contenteditable="true"], [tabindex="0"]';

/** Where the focus was last in each region, to come back to. */
const last = new WeakMap<Element, Element>();

/** Has F6 lead back to an element whose focus goes elsewhere otherwise. */
export function comeBackTo(element: Element): void {
  const region = element.closest(regions);
  if (region !== null) last.set(region, element);
}

/** Moves the focus to the next region that is shown, or the one before; says whether there is one. */
export function focusRegion(step: 1 | -1): boolean {
  // What is behind a dialog is not to be reached.
  if (document.querySelector("[role=dialog][data-open], [role=alertdialog]") !== null) return false;
  const shown = [...document.querySelectorAll<HTMLElement>(regions)].filter(isReachable);
  const from = document.activeElement;
  const at = shown.findIndex((region) => region.contains(from));
  const here = shown[at];
  if (here !== undefined && from !== null) last.set(here, from);
  const begin = at === -1 ? (step === 1 ? -1 : 0) : at;
  const next = shown.at((begin + step + shown.length) % shown.length);
  return next !== undefined && enter(next);
}

function isReachable(region: HTMLElement): boolean {
  // The innermost counts: a screen may hold a panel of its own.
  return region.checkVisibility() && (region.matches("main") || firstIn(region) !== null);
}

function enter(region: HTMLElement): boolean {
  const before = last.get(region);
  const target =
    before instanceof HTMLElement && before.isConnected && region.contains(before)
      ? before
      : (region.querySelector<HTMLElement>('article[tabindex="0"]') ?? firstIn(region) ?? region);
  target.focus();
  return document.activeElement === target;
}

function firstIn(region: HTMLElement): HTMLElement | null {
  const all = region.querySelectorAll<HTMLElement>(reachable);
  return [...all].find((each) => each.checkVisibility()) ?? null;
}
