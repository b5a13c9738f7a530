import { commentToReach } from "../state/comment-to-reach.ts";

/** Id of the element that shows a comment. */
export function commentElement(id: string): string {
  return `comment-${id}`;
}

/** What is gone to on a page: what a key leads to, or a comment. Null while it is not there. */
export function findToReach(page: HTMLElement | null, what: string): HTMLElement | null {
  const comment = commentToReach.idIn(what);
  if (comment !== null) return document.getElementById(commentElement(comment));
  return page?.querySelector<HTMLElement>(`[aria-keyshortcuts="${what}"]`) ?? null;
}
