import type { Page } from "@playwright/test";

/** Frames of a scroll: milliseconds between them, and the most in a row without a visible memo. */
export interface Scrolled {
  readonly frames: readonly number[];
  readonly longestBlank: number;
}

/** Probe inside the page that measures it: `window.probe`. */
interface Probe {
  /** Resolves with the time once pending changes are painted. */
  painted(): Promise<number>;
  /**
   * Measures the milliseconds from the last event of a type after this call until `isDone` holds and is
   * painted.
   */
  next(type: string, isDone: () => boolean): Promise<number>;
  /** Scrolls the list by a number of pixels per frame. */
  scroll(pixels: number, frames: number): Promise<Scrolled>;
  /** Returns the longest task of the page since the last call, in milliseconds. */
  longestTask(): number;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

/** Adds the probe to each document that the page opens. */
export async function addProbe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const last = new Map<string, number>();
    for (const type of ["keydown", "click", "popstate"]) {
      addEventListener(type, (event) => last.set(type, event.timeStamp), { capture: true });
    }
    let longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    }).observe({ type: "longtask", buffered: true });
    const frame = (): Promise<number> => new Promise((done) => void requestAnimationFrame(done));
    /** Resolves after the next frame: a message sent while a frame is made is delivered once it is drawn. */
    const drawn = async (): Promise<number> => {
      await new Promise((done) => {
        const channel = new MessageChannel();
        channel.port1.addEventListener("message", done, { once: true });
        channel.port1.start();
        channel.port2.postMessage(null);
      });
      return performance.now();
    };
    const painted = async (): Promise<number> => {
      await frame();
      return drawn();
    };
    const hasMemo = (box: DOMRect, share: number): boolean =>
      document
        .elementFromPoint(box.left + box.width / 2, box.top + box.height * share)
        ?.closest("article, [data-index]") instanceof Element;
    window.probe = {
      painted,
      async next(type, isDone) {
        const calledMs = performance.now();
        do await frame();
        while (!((last.get(type) ?? 0) > calledMs && isDone()));
        return (await drawn()) - (last.get(type) ?? Number.NaN);
      },
      async scroll(pixels, count) {
        const scroller = document.querySelector("[data-scroller]");
        if (scroller === null) throw new Error("there is no list");
        const box = scroller.getBoundingClientRect();
        const frames: number[] = [];
        let before = await frame();
        let blank = 0;
        let longestBlank = 0;
        for (let n = 0; n < count; n += 1) {
          scroller.scrollTop += pixels;
          const now = await frame();
          frames.push(now - before);
          before = now;
          blank = [0.3, 0.5, 0.7].some((share) => hasMemo(box, share)) ? 0 : blank + 1;
          longestBlank = Math.max(longestBlank, blank);
        }
        return { frames, longestBlank };
      },
      longestTask() {
        const ms = longest;
        longest = 0;
        return ms;
      },
    };
  });
}
