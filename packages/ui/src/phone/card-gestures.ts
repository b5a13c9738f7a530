/** Side of a card from which it is swiped away: `start` moves it towards the end of the line. */
export type SwipeSide = "start" | "end";

/** Card under a finger, and the gestures that it accepts. */
export interface CardGestures {
  /** Returns true if the memo has an action on this side. */
  canSwipe(id: string, side: SwipeSide): boolean;
  /** Called with the distance while a card is swiped, in pixels, and with null at the end. */
  onSwipe(swipe: Swipe | null): void;
  run(id: string, side: SwipeSide): void;
  /** Called when a card is held. */
  hold(id: string): void;
}

export interface Swipe {
  readonly id: string;
  readonly side: SwipeSide;
  /** Card, and how far it has been moved. */
  readonly card: HTMLElement;
  readonly distance: number;
  /** True if releasing the card runs the action. */
  readonly isArmed: boolean;
}

/** Movement that begins a swipe or ends a long press, in pixels. */
const slack = 10;
/** Distance that runs an action. */
const armedAt = 88;
const holdMs = 500;
/** Strips at the edges of the screen, from where browsers go back. */
const edge = 24;

const ownTouches = "input, textarea, select, label, audio, video, [contenteditable], [role=slider]";
const ownHolds = "a, button, summary";

interface Touched {
  readonly id: string;
  readonly card: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly isSwipeable: boolean;
  phase: "begun" | "swiping" | "held";
  swipe: Swipe | null;
}

/**
 * Recognises swipes across and long presses on the cards of a list. Vertical movement stays the browser's.
 * Returns the function that ends this.
 */
export function watchCards(page: Document, gestures: CardGestures): () => void {
  let touched: Touched | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const end = (): void => {
    clearTimeout(timer);
    if (touched !== null && touched.swipe !== null) {
      touched.card.style.translate = "";
      gestures.onSwipe(null);
    }
    touched = null;
  };
  const begin = (event: TouchEvent): void => {
    end();
    const finger = event.touches[0];
    const card = event.target instanceof Element ? cardOf(event.target) : null;
    const id = card?.dataset["memo"];
    if (event.touches.length !== 1 || finger === undefined || card === null || id === undefined)
      return;
    const { clientX: x, clientY: y, target } = finger;
    if (!(target instanceof Element) || target.closest(ownTouches) !== null) return;
    const isAtEdge = x < edge || x > page.documentElement.clientWidth - edge;
    const isSwipeable = !isAtEdge && !scrollsSideways(target, card);
    touched = { id, card, x, y, isSwipeable, phase: "begun", swipe: null };
    if (target.closest(ownHolds) !== null) return;
    timer = setTimeout(() => {
      if (touched === null) return;
      touched.phase = "held";
      gestures.hold(id);
    }, holdMs);
  };
  const move = (event: TouchEvent): void => {
    const finger = event.touches[0];
    if (touched === null || finger === undefined) return;
    const [dx, dy] = [finger.clientX - touched.x, finger.clientY - touched.y];
    if (touched.phase === "held") return event.preventDefault();
    if (touched.phase === "begun") {
      if (Math.hypot(dx, dy) < slack) return;
      if (!touched.isSwipeable || Math.abs(dx) < 1.5 * Math.abs(dy)) return end();
      clearTimeout(timer);
      touched.phase = "swiping";
    }
    event.preventDefault();
    swipeTo(touched, dx, gestures);
  };
  const release = (event: TouchEvent): void => {
    const swipe = touched?.swipe ?? null;
    // No click follows.
    if (touched !== null && touched.phase !== "begun") event.preventDefault();
    end();
    if (swipe?.isArmed === true) gestures.run(swipe.id, swipe.side);
  };
  const stop = new AbortController();
  const { signal } = stop;
  page.addEventListener("touchstart", begin, { signal, passive: true });
  page.addEventListener("touchmove", move, { signal, passive: false });
  page.addEventListener("touchend", release, { signal, passive: false });
  page.addEventListener("touchcancel", end, { signal });
  // A long press opens a menu of the browser otherwise.
  page.addEventListener(
    "contextmenu",
    (event) => {
      if (touched?.phase === "held") event.preventDefault();
    },
    { signal },
  );
  return () => {
    stop.abort();
    end();
  };
}

function swipeTo(touched: Touched, dx: number, gestures: CardGestures): void {
  const { id, card } = touched;
  const isRtl = getComputedStyle(card).direction === "rtl";
  const side = dx > 0 === isRtl ? "end" : "start";
  const isOffered = gestures.canSwipe(id, side);
  const distance = isOffered ? Math.abs(dx) : 0;
  card.style.translate = distance === 0 ? "" : `${dx}px`;
  touched.swipe = { id, side, card, distance, isArmed: distance >= armedAt };
  gestures.onSwipe(touched.swipe);
}

function cardOf(target: Element): HTMLElement | null {
  const card = target.closest<HTMLElement>("[data-memo-list] .memo-card");
  return card === null || card.querySelector(".inline-editor") !== null ? null : card;
}

/** Returns true if the finger is on something inside the card that scrolls by itself, such as a table. */
function scrollsSideways(target: Element, card: Element): boolean {
  for (
    let each: Element | null = target;
    each !== null && each !== card;
    each = each.parentElement
  ) {
    if (
      each.scrollWidth > each.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(each).overflowX)
    ) {
      return true;
    }
  }
  return false;
}
