/**
 * Keeps the hidden bar hidden until a tap ends. A tap on a button takes the focus from the text. The bar would return
 * at once, and the button would move away from the finger before the click. Returns the function that ends this.
 */
export function holdBar(page: Document): () => void {
  const { documentElement: root } = page;
  let timer = 0;
  const release = (): void => {
    clearTimeout(timer);
    root.removeAttribute("data-tapping");
  };
  const hold = (): void => {
    release();
    const bar = page.querySelector(".bottom-bar");
    root.toggleAttribute("data-tapping", bar?.checkVisibility() === false);
  };
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal } as const;
  page.addEventListener("touchstart", hold, options);
  page.addEventListener("touchcancel", release, options);
  page.addEventListener("click", release, options);
  page.addEventListener(
    "touchend",
    () => {
      // No click follows a scroll or a long press.
      timer = window.setTimeout(release, clickMs);
    },
    options,
  );
  return () => {
    stop.abort();
    release();
  };
}

/** Time in which a browser sends the click of a tap. */
const clickMs = 400;
