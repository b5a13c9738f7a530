import type { AppRouter, SyncStatus } from "@tidemark/core/router";
import { type TRPCClient, TRPCClientError } from "@trpc/client";

/**
 * Connects the profile to the server that sent the page, in which the page has signed in. Returns null if that
 * isn't possible now; `empty` if the profile had no memos before, for no reason that the user knows. Opens the
 * server's page for signing in if nobody has and the profile is new. Without a network the profile stays as it is.
 */
export async function connectHere(
  client: TRPCClient<AppRouter>,
  { serverUrl, state, error }: SyncStatus,
): Promise<"empty" | "connected" | null> {
  const hasEnded = state === "sign-in" && (error === null || error.code === "revoked");
  if (serverUrl !== null && !hasEnded) return "connected";
  try {
    await client.sync.connectHere.mutate();
    return serverUrl === null && error?.code !== "wiped" ? "empty" : "connected";
  } catch (cause) {
    if (serverUrl === null && isUnauthenticated(cause)) location.replace("/sign-in");
    return null;
  }
}

function isUnauthenticated(error: unknown): boolean {
  if (!(error instanceof TRPCClientError)) return false;
  const data: unknown = error.data;
  const app = (data as { readonly app?: { readonly code?: string } | null } | null)?.app;
  return app?.code === "UNAUTHENTICATED";
}
