import type { AppRouter, SyncStatus } from "@tidemark/core/router";
import type { TRPCClient } from "@trpc/client";
import { describeError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { signOutStrings } from "./strings.ts";

/** Calls of the host that signing out needs. */
export type SignOutClient = { readonly sync: Pick<TRPCClient<AppRouter>["sync"], "signOut"> };

/**
 * Asks whether to sign out of this browser, which deletes its copy, and says how much of it is on no server.
 * If another account has signed in meanwhile, it keeps its session, and only the copy is deleted.
 */
export function askToSignOut(
  client: SignOutClient,
  { waiting, rejected, error }: Pick<SyncStatus, "waiting" | "rejected" | "error">,
): void {
  const feedback = useFeedback.getState();
  const other = error?.code === "other-account" ? error.params.here : null;
  const leave = async (): Promise<void> => {
    try {
      await client.sync.signOut.mutate({ wipes: true });
    } catch (failure) {
      feedback.fail(describeError(failure));
      return;
    }
    if (other === null) await leavePage();
    else location.reload();
  };
  feedback.ask({
    title: other === null ? signOutStrings.title : signOutStrings.otherTitle(other),
    body: signOutStrings.body(waiting + rejected),
    action: other === null ? signOutStrings.signOut : signOutStrings.remove,
    confirm: () => void leave(),
  });
}

/** Makes the browser delete everything that it stored for this server, and opens the page for signing in. */
async function leavePage(): Promise<void> {
  const body = new URLSearchParams({ wipe: "yes" });
  // Without a network the page for signing in can't be shown either; the browser says so.
  await fetch("/sign-out", { method: "POST", body, redirect: "manual" }).catch(() => undefined);
  location.assign("/sign-in");
}
