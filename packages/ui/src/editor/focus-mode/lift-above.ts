/**
 * Lifts an element above the page, whatever it lies in, and makes everything else inert. Gives what takes
 * that back.
 */
export function liftAbove(element: HTMLElement): () => void {
  const others: Element[] = [];
  for (let at: Element = element; at.parentElement !== null; at = at.parentElement) {
    others.push(...[...at.parentElement.children].filter((each) => each !== at));
    if (at.parentElement === document.body) break;
  }
  const made = others.filter((other) => !other.hasAttribute("inert"));
  for (const other of made) other.setAttribute("inert", "");
  // The top layer: a list around it would hold on to what is fixed.
  element.setAttribute("popover", "manual");
  element.showPopover();
  return () => {
    element.removeAttribute("popover");
    for (const other of made) other.removeAttribute("inert");
  };
}
