import { useRouterState } from "@tanstack/react-router";

export const inboxPath = "/inbox";

export function useIsInbox(): boolean {
  return useRouterState({ select: ({ location }) => location.pathname === inboxPath });
}

/** Goes there from where there is no router at hand. */
export function openInbox(): void {
  document.location.hash = inboxPath;
}
