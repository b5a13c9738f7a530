/** Selector of the regions that F6 cycles through: the sidebar, the screen, its side panel, and messages. */
const regions = 'nav, main, aside, [data-region="messages"]';
const reachable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea, select, [contenteditable="true"], [tabindex="0"]';

/** Last focused element of each region. */
const last = new WeakMap<Element, Element>();

/** Makes F6 return to an element whose focus moves elsewhere. */
export function comeBackTo(element: Element): void {
  const region = element.closest(regions);
  if (region !== null) last.set(region, element);
}

/** Focuses the next or previous visible region; returns false if there is none. */
export function focusRegion(step: 1 | -1): boolean {
  // A dialog blocks everything behind it.
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
  // `main` can take the focus itself; other regions need an element that can.
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
