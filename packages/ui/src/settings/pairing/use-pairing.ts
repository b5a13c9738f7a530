import { useQuery } from "@tanstack/react-query";
import type { OfferedPairing, Profile } from "@tidemark/core/router";
import type { WirePairingState } from "@tidemark/core/sync/protocol";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { useClient } from "../../data/client.tsx";

/** Whose code it is, and at which server. */
export type PairingAccount = Pick<Profile, "user" | "serverUrl">;

/** What became of a code that is good no more. */
export type PairingOutcome = Exclude<WirePairingState, { readonly state: "waiting" }>;

export interface OpenPairing {
  readonly account: PairingAccount;
  readonly outcome: null;
  readonly offered: OfferedPairing;
  /** When it ends, by the clock of this device. */
  readonly untilMs: number;
}

/** Once a code is good no more nothing of it is kept. */
interface EndedPairing {
  readonly account: PairingAccount;
  readonly outcome: PairingOutcome;
}

type ShownPairing = OpenPairing | EndedPairing;

/** The code that is shown; it stays while one looks at something else in the app. */
const useStore = create<{ readonly shown: ShownPairing | null }>(() => ({ shown: null }));

/** Shows a code, or what became of it, or neither. */
export function showPairing(shown: ShownPairing | null): void {
  useStore.setState({ shown });
}

/** What is shown to an account. A code of another one is forgotten. */
export function useShownPairing(account: PairingAccount | undefined): ShownPairing | null {
  const shown = useStore((store) => store.shown);
  const isOfAnother =
    shown !== null &&
    account !== undefined &&
    (shown.account.user !== account.user || shown.account.serverUrl !== account.serverUrl);
  useEffect(() => {
    if (isOfAnother) showPairing(null);
  }, [isOfAnother]);
  return account === undefined || isOfAnother ? null : shown;
}

const askAgainMs = 2000;

/** What became of a code, asked again and again while it is good, and for how long it is yet. */
export function usePairingState({ offered, untilMs }: OpenPairing): {
  readonly outcome: PairingOutcome | null;
  readonly leftMs: number;
} {
  const client = useClient();
  const leftMs = Math.max(0, untilMs - useSecond());
  const { id } = offered;
  const { data } = useQuery({
    queryKey: ["pairing", id],
    queryFn: ({ signal }) => client.pairing.state.query({ id }, { signal }),
    enabled: leftMs > 0,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === "waiting" ? askAgainMs : false,
    staleTime: 0,
    retry: false,
  });
  if (data !== undefined && data.state !== "waiting") return { outcome: data, leftMs };
  return { outcome: leftMs === 0 ? tooOld : null, leftMs };
}

const tooOld: PairingOutcome = { state: "gone" };

/** The time, anew each second. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
