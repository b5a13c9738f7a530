import type { Profile, SyncStatus } from "@tidemark/core/router";
import type { QueryClient } from "@tanstack/react-query";
import { describeError, type TidemarkClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { setUi } from "../../state/ui-state.ts";
import { hostOf } from "../pill-text.ts";
import { syncStrings } from "../strings.ts";
import { askToSignOut } from "./ask-to-sign-out.ts";

interface Leaving {
  readonly client: TidemarkClient;
  readonly queries: QueryClient;
  /** Shows the state after a change. */
  show(status: SyncStatus): void;
}

/** Asks whether to leave the server: to disconnect a device, or to sign out of a browser. */
export function askToLeave({ client, queries, show }: Leaving, status: SyncStatus): void {
  const feedback = useFeedback.getState();
  const lacks = queries.getQueryData<Profile>(queryKeys.profile)?.lacks ?? [];
  if (lacks.includes("servers")) {
    askToSignOut(client, status, !lacks.includes("copy"));
    return;
  }
  const undoDisconnect = async (): Promise<void> => {
    try {
      show(await client.sync.undoDisconnect.mutate());
    } catch (error) {
      feedback.fail(describeError(error));
      setUi({ isConnectOpen: true });
    }
  };
  const disconnectNow = async (): Promise<void> => {
    try {
      show(await client.sync.disconnect.mutate());
      feedback.say(syncStrings.disconnected, undoDisconnect);
    } catch (error) {
      feedback.fail(describeError(error));
    }
  };
  const ask = (memos: number | null): void => {
    feedback.ask({
      title: syncStrings.disconnectTitle(hostOf(status.serverUrl ?? "")),
      body: syncStrings.disconnectBody(memos, status.waiting),
      action: syncStrings.disconnect,
      confirm: () => void disconnectNow(),
    });
  };
  client.memos.counts.query().then(
    ({ normal, archived }) => ask(normal + archived),
    () => ask(null),
  );
}
