export const inboxPath = "/inbox";

/** Opens the inbox outside the router context. */
export function openInbox(): void {
  document.location.hash = inboxPath;
}
