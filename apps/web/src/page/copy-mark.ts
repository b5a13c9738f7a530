import { copyCookie } from "@tidemark/core/page";

const daySeconds = 24 * 60 * 60;

/** Returns whether this browser had a copy of the memos, and may have removed it. */
export function hadCopy(): boolean {
  return document.cookie.split("; ").some((cookie) => cookie.startsWith(`${copyCookie}=`));
}

/**
 * Notes whether this browser has a copy of the memos. Browsers that remove a site's storage leave its cookies.
 */
export function markCopy(hasCopy: boolean): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  const age = hasCopy ? 400 * daySeconds : 0;
  document.cookie = `${copyCookie}=yes; Path=/; SameSite=Lax; Max-Age=${age}${secure}`;
}
