/** Parts of a page's life that decide which tab has the database. */
export interface PageState {
  readonly isHidden: boolean;
  /** True on phones and tablets, which suspend hidden pages within seconds. */
  readonly isTouch: boolean;
  /** True in browsers that may suspend a hidden page without an event. */
  readonly isSuspendedSilently: boolean;
  /**
   * `shown` and `hidden` are called when the page becomes visible or hidden, `suspended` before it is frozen or
   * kept for the back button, `resumed` when it comes back from there.
   */
  watch(on: Record<"shown" | "hidden" | "suspended" | "resumed", () => void>): void;
}

/** Returns the state of this page. */
export function pageState(): PageState {
  return {
    get isHidden() {
      return document.visibilityState === "hidden";
    },
    get isTouch() {
      return matchMedia("(pointer: coarse)").matches;
    },
    isSuspendedSilently: !("onfreeze" in document),
    watch(on) {
      document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "hidden") on.hidden();
        else on.shown();
      });
      addEventListener("pagehide", ({ persisted }) => {
        if (persisted) on.suspended();
      });
      addEventListener("pageshow", ({ persisted }) => {
        if (persisted) on.resumed();
      });
      document.addEventListener("freeze", () => on.suspended());
      document.addEventListener("resume", () => on.resumed());
    },
  };
}
