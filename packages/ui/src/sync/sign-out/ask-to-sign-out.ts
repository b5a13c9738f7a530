import type { AppRouter, SyncStatus } from "@tidemark/core/router";
import type { TRPCClient } from "@trpc/client";
import { describeError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { leaveBrowser } from "./leave-browser.ts";
import { signOutStrings } from "./strings.ts";

/** Calls of the host that signing out needs. */
export type SignOutClient = { readonly sync: Pick<TRPCClient<AppRouter>["sync"], "signOut"> };

/**
 * Asks whether to sign out of this browser, which deletes its copy, and says how much of it is on no server.
 * If another account has signed in meanwhile, it keeps its session, and only the copy is deleted. `hasCopy` is
 * false if nothing is stored in this browser.
 */
export function askToSignOut(
  client: SignOutClient,
  { waiting, rejected, error }: Pick<SyncStatus, "waiting" | "rejected" | "error">,
  hasCopy: boolean,
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
    await leaveBrowser(other === null);
  };
  feedback.ask({
    title: other === null ? signOutStrings.title : signOutStrings.otherTitle(other),
    body: hasCopy
      ? signOutStrings.body(waiting + rejected)
      : signOutStrings.bodyInMemory(waiting + rejected),
    action: other === null ? signOutStrings.signOut : signOutStrings.remove,
    confirm: () => void leave(),
  });
}
