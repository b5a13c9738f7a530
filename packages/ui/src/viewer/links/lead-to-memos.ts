import { memoOfLink } from "@tidemark/core/markdown";
import { memoHref } from "../../state/view-address.ts";

/** Makes links to memos (M24) open their pages in this window. */
export function leadToMemos(body: ParentNode): void {
  for (const link of body.querySelectorAll<HTMLAnchorElement>("a[href^='/memos/']")) {
    const id = memoOfLink(link.getAttribute("href") ?? "");
    if (id === null) continue;
    link.setAttribute("href", memoHref(id));
    link.removeAttribute("target");
    link.removeAttribute("rel");
  }
}
