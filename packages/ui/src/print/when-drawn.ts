/** Nothing changed for so long: what comes later, as formulas, colours and diagrams do, has come. */
const quietMs = 250;
/** A picture that does not come keeps nobody from printing the rest. */
const longestMs = 8000;

/** Resolves once nothing below an element changes any more and its pictures are there. */
export function whenDrawn(element: HTMLElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(last);
      signal.removeEventListener("abort", end);
      element.removeEventListener("load", wait, true);
      element.removeEventListener("error", wait, true);
      resolve();
    };
    const look = (): void => {
      const images = [...element.querySelectorAll("img")];
      if (images.every(({ complete }) => complete)) end();
      else wait();
    };
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(look, quietMs);
    }
    const observer = new MutationObserver(wait);
    observer.observe(element, { childList: true, subtree: true, attributes: true });
    element.addEventListener("load", wait, true);
    element.addEventListener("error", wait, true);
    signal.addEventListener("abort", end, { once: true });
    const last = setTimeout(end, longestMs);
    wait();
  });
}
