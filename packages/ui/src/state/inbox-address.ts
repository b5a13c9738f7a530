export const inboxPath = "/inbox";

/** Goes there from where there is no router at hand. */
export function openInbox(): void {
  document.location.hash = inboxPath;
}
