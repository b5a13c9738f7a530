import { useEffect } from "react";
import { useClient } from "../data/client.tsx";
import { onHostAct } from "../shell/host-acts.ts";
import { useGoToMemo } from "../state/view-address.ts";

/** Does what the window's menu asks, and no keys do from everywhere. */
export function useMenuActs(): void {
  const client = useClient();
  const goToMemo = useGoToMemo();
  useEffect(
    () =>
      onHostAct((act) => {
        if (act !== "random") return;
        void import("./open-random.ts").then(({ openRandom }) => openRandom(client, goToMemo));
      }),
    [client, goToMemo],
  );
}
