/**
 * Moves from a reference to its note, or back to the reference, within one body: a text may be on the page
 * twice. Returns false if the target isn't such a link.
 */
export function jumpToNote(target: Element): boolean {
  const link = target.closest<HTMLElement>("a[data-note], a[data-note-back]");
  const body = link?.closest(".memo-body");
  if (link === null || body === undefined || body === null) return false;
  const { note, noteBack } = link.dataset;
  const place =
    noteBack === undefined
      ? find(body, "[data-note-text]", ({ noteText }) => noteText === note)
      : find(body, "[data-note-place]", ({ notePlace }) => notePlace === noteBack);
  if (place === undefined) return true;
  if (noteBack === undefined) place.tabIndex = -1;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
  return true;
}

function find(
  body: Element,
  selector: string,
  isIt: (data: DOMStringMap) => boolean,
): HTMLElement | undefined {
  return [...body.querySelectorAll<HTMLElement>(selector)].find(({ dataset }) => isIt(dataset));
}
