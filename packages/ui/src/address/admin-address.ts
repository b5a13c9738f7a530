import { useRouterState } from "@tanstack/react-router";

/** Path of the administration, and prefix of the paths of its sections. */
export const adminPath = "/admin";

/** Returns the section in the address; null if there is none. */
export function useAdminSection(): string | null {
  return useRouterState({
    select: ({ location }) => location.pathname.slice(adminPath.length + 1) || null,
  });
}
