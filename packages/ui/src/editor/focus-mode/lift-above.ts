/** Shows an element above the page and makes everything else inert. Returns a function that undoes both. */
export function liftAbove(element: HTMLElement): () => void {
  const others: Element[] = [];
  for (let at: Element = element; at.parentElement !== null; at = at.parentElement) {
    others.push(...[...at.parentElement.children].filter((each) => each !== at));
    if (at.parentElement === document.body) break;
  }
  const made = others.filter((other) => !other.hasAttribute("inert"));
  for (const other of made) other.setAttribute("inert", "");
  // Uses the top layer: a list around the element would contain its fixed position.
  element.setAttribute("popover", "manual");
  element.showPopover();
  return () => {
    element.removeAttribute("popover");
    for (const other of made) other.removeAttribute("inert");
  };
}
