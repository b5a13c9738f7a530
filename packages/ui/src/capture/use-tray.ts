import type { SyncStatus } from "@tidemark/core/router";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useClient } from "../data/client.tsx";
import { queryKeys, useSyncStatus } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { calledOut } from "../memo/first-line.ts";
import { onHostAct } from "../shell/host-acts.ts";
import type { TrayContent } from "../shell/shell-port.ts";
import { askShell, useShell } from "../shell/shell.ts";
import { useBlur } from "../tags/blur.ts";
import { isBlurredBy, useTagLooks } from "../tags/looks.ts";

/** Number of memos in the tray's menu; more are queried, because blurred ones are left out. */
const maxShown = 5;
const maxAsked = 20;
const longestTitle = 48;

/**
 * Sends the content of the tray's menu, and runs its sync actions. The capture window does this, because it
 * exists as long as the tray.
 */
export function useTray(): void {
  const client = useClient();
  const language = useLanguage();
  const hasTray = useShell((state) => state.state?.hasTray === true);
  const isAll = useBlur((state) => state.isAll);
  const looks = useTagLooks((state) => state.looks);
  const status = useSyncStatus().data;
  const memos = useQuery({
    // Reloaded with every change of memos.
    queryKey: [...queryKeys.allAround, "tray"],
    queryFn: async () => (await client.memos.list.query({ pageSize: maxAsked })).memos,
    enabled: hasTray,
  }).data;

  useEffect(() => {
    if (!hasTray || memos === undefined || status === undefined) return;
    const recent = memos
      .filter(({ tags }) => !isAll && !isBlurredBy(tags, looks))
      .slice(0, maxShown)
      .map((memo) => ({ id: memo.id, title: calledOut(memo, longestTitle) }));
    askShell({ type: "tray", content: { recent, sync: syncOf(status) } });
    // The name of a memo without text depends on the language.
  }, [hasTray, memos, status, isAll, looks, language]);

  useEffect(
    () =>
      onHostAct((act) => {
        if (act === "sync-now") void client.sync.now.mutate();
        else if (act !== "random") {
          void client.sync.setPaused.mutate({ paused: act === "pause-sync" });
        }
      }),
    [client],
  );
}

function syncOf({ state }: SyncStatus): TrayContent["sync"] {
  if (state === "local" || state === "sign-in") return null;
  return state === "paused" ? "paused" : "on";
}
