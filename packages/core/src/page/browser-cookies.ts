/**
 * Cookie of a browser that signed in on a shared computer: the page then stores nothing. Scripts can read it.
 */
export const sharedCookie = "tidemark_shared";

/**
 * Cookie of a browser that has a copy of the memos. Browsers that remove the copy leave cookies, so a page
 * with this cookie and no copy knows of the removal. The page sets it, and signing out deletes it.
 */
export const copyCookie = "tidemark_copy";
