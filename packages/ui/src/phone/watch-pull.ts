/** Pull on a list that is scrolled to its top. */
export interface Pull {
  /** Distance that the sign has moved, in pixels. */
  readonly distance: number;
  /** True if releasing it runs the action. */
  readonly isArmed: boolean;
}

interface PullHandlers {
  /** Returns true if a pull has a meaning now. */
  canPull(): boolean;
  /** Called while a list is pulled, and with null at the end. */
  onPull(pull: Pull | null): void;
  run(): void;
}

const armedAt = 56;
const farthest = 80;
/** Movement after which a pull begins, in pixels. */
const slack = 12;

/** Recognises a pull at the top of a list. Returns the function that ends this. */
export function watchPull(page: Document, { canPull, onPull, run }: PullHandlers): () => void {
  let begun: { readonly scroller: Element; readonly x: number; readonly y: number } | null = null;
  let pull: Pull | null = null;
  const end = (): void => {
    begun = null;
    if (pull !== null) onPull(null);
    pull = null;
  };
  const begin = (event: TouchEvent): void => {
    end();
    const [finger, second] = event.touches;
    const scroller =
      event.target instanceof Element ? event.target.closest("[data-scroller]") : null;
    if (finger === undefined || second !== undefined || scroller === null) return;
    if (scroller.scrollTop > 0 || !canPull()) return;
    begun = { scroller, x: finger.clientX, y: finger.clientY };
  };
  const move = (event: TouchEvent): void => {
    const finger = event.touches[0];
    if (begun === null || finger === undefined) return;
    const [dx, dy] = [finger.clientX - begun.x, finger.clientY - begun.y];
    const isDown = dy > Math.abs(dx) && begun.scroller.scrollTop <= 0;
    if (pull === null && Math.hypot(dx, dy) < slack) return;
    if (!isDown) return end();
    const distance = Math.min(farthest, (dy - slack) / 2);
    pull = { distance, isArmed: distance >= armedAt };
    onPull(pull);
  };
  const release = (): void => {
    const isArmed = pull?.isArmed === true;
    end();
    if (isArmed) run();
  };
  const stop = new AbortController();
  const options = { signal: stop.signal, passive: true };
  page.addEventListener("touchstart", begin, options);
  page.addEventListener("touchmove", move, options);
  page.addEventListener("touchend", release, options);
  page.addEventListener("touchcancel", end, options);
  return () => {
    stop.abort();
    end();
  };
}
