const prefix = "comment:";

/** Encodes a comment's id for `reachOnOpen`. */
export const commentToReach = {
  of: (id: string): string => prefix + id,
  idIn: (what: string): string | null =>
    what.startsWith(prefix) ? what.slice(prefix.length) : null,
};

/** Returns the id of the element that shows a comment. */
export function commentElement(id: string): string {
  return `comment-${id}`;
}

/** Returns the element to focus: the one with a shortcut, or a comment. Null while it isn't rendered. */
export function findToReach(page: HTMLElement | null, what: string): HTMLElement | null {
  const comment = commentToReach.idIn(what);
  if (comment !== null) return document.getElementById(commentElement(comment));
  return page?.querySelector<HTMLElement>(`[aria-keyshortcuts="${what}"]`) ?? null;
}
