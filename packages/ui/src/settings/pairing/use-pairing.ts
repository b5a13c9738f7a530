import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { OfferedPairing } from "@tidemark/core/router";
import type { WirePairingState } from "@tidemark/core/sync/protocol";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { useClient } from "../../data/client.tsx";
import { queryKeys } from "../../data/queries.ts";

export interface ShownPairing {
  readonly offered: OfferedPairing;
  /** When it ends, by the clock of this device. */
  readonly untilMs: number;
  /** The server of this device that made it. */
  readonly madeAt: string;
}

/** The code that is shown; it stays while one looks at something else in the app. */
export const useShownPairing = create<{ readonly shown: ShownPairing | null }>(() => ({
  shown: null,
}));

/** Shows a code, or none. */
export function showPairing(shown: ShownPairing | null): void {
  useShownPairing.setState({ shown });
}

const askAgainMs = 2000;

/** What became of a code, asked again and again while it waits, and for how long it is good yet. */
export function usePairingState({ offered, untilMs }: ShownPairing): {
  readonly state: WirePairingState;
  readonly leftMs: number;
} {
  const client = useClient();
  const queries = useQueryClient();
  const leftMs = Math.max(0, untilMs - useSecond());
  const { id } = offered;
  const { data } = useQuery({
    queryKey: ["pairing", id],
    queryFn: ({ signal }) => client.pairing.state.query({ id }, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === "waiting" ? askAgainMs : false,
    staleTime: 0,
    retry: false,
  });
  const said: WirePairingState = data ?? { state: "waiting" };
  const hasCome = said.state === "used";
  useEffect(() => {
    if (hasCome) void queries.invalidateQueries({ queryKey: queryKeys.devices });
  }, [hasCome, queries]);
  return { state: said.state === "waiting" && leftMs === 0 ? { state: "gone" } : said, leftMs };
}

/** The time, anew each second. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
