import { useClient } from "../data/client.tsx";
import { useGoTo, useGoToMemo } from "../state/view-address.ts";
import type { AnyList } from "./list-keys.ts";
import { useKeysFromNowhere } from "./use-keys-from-nowhere.ts";

/** Seldom used, so it is loaded on demand. */
const loadRandom = async () => (await import("./open-random.ts")).openRandom;

/** Handles the keys of every list while nothing has the focus, and returns their functions. */
export function useListKeys(): AnyList {
  const client = useClient();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const list: AnyList = {
    goTo,
    openRandom: () => void loadRandom().then((open) => open(client, goToMemo)),
  };
  useKeysFromNowhere(list);
  return list;
}
