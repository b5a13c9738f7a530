/** Time without input after which a page isn't being used. */
const unusedMs = 5 * 60_000;
/** Time after which a hidden page isn't being used: the user may only look something up elsewhere. */
const hiddenMs = 60_000;

const inputs = ["keydown", "pointerdown", "wheel", "touchstart", "beforeinput"] as const;

type Page = Window & typeof globalThis;

/** Whether the page can be loaded again without anybody noticing. */
export interface IdleWatch {
  isIdle(): boolean;
}

/**
 * Watches whether a page is being used. It isn't before the first input, and after some time without one, unless
 * something is being typed, played, recorded or sent, or a dialog is open.
 */
export function watchIdle(page: Page): IdleWatch {
  const { document } = page;
  let lastInputMs: number | null = null;
  let hiddenSinceMs: number | null = document.hidden ? Date.now() : null;
  for (const input of inputs) {
    page.addEventListener(input, () => (lastInputMs = Date.now()), {
      capture: true,
      passive: true,
    });
  }
  document.addEventListener("visibilitychange", () => {
    hiddenSinceMs = document.hidden ? Date.now() : null;
  });

  const hasPassed = (sinceMs: number, ms: number): boolean => Date.now() - sinceMs >= ms;
  return {
    isIdle() {
      const isUnused =
        lastInputMs === null ||
        hasPassed(lastInputMs, unusedMs) ||
        (hiddenSinceMs !== null && hasPassed(hiddenSinceMs, hiddenMs));
      return isUnused && !isBusy(page);
    },
  };
}

function isBusy(page: Page): boolean {
  const { document } = page;
  // An empty field may have the focus from the start.
  if (textIn(document.activeElement) !== "") return true;
  if (document.querySelector("[role=dialog], [role=alertdialog]") !== null) return true;
  const played = [...document.querySelectorAll<HTMLMediaElement>("audio, video")];
  if (played.some(({ paused, ended }) => !paused && !ended)) return true;
  // Parts that would ask before the page is closed, such as a recording.
  return !page.dispatchEvent(new page.Event("beforeunload", { cancelable: true }));
}

/** Returns the text of a field that can be typed in, "" for other elements. */
function textIn(element: Element | null): string {
  if (element === null) return "";
  if ("value" in element && typeof element.value === "string") return element.value;
  const editor = element.closest("[contenteditable=true]");
  // It is part of an empty editor.
  const isEmpty = editor === null || editor.querySelector(".cm-placeholder") !== null;
  return isEmpty ? "" : editor.textContent.trim();
}
