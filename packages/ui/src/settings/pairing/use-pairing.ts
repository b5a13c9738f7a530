import { useQuery } from "@tanstack/react-query";
import type { OfferedPairing, Profile } from "@tidemark/core/router";
import type { WirePairingState } from "@tidemark/core/sync/protocol";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { useClient } from "../../data/client.tsx";

/** User and server of the code. */
export type PairingAccount = Pick<Profile, "user" | "serverUrl">;

/** Final state of a code. */
export type PairingOutcome = Exclude<WirePairingState, { readonly state: "waiting" }>;

export interface OpenPairing {
  readonly account: PairingAccount;
  readonly outcome: null;
  readonly offered: OfferedPairing;
  /** Expiry by this device's clock, in epoch milliseconds. */
  readonly untilMs: number;
}

/** Ended code; the code itself is no longer stored. */
interface EndedPairing {
  readonly account: PairingAccount;
  readonly outcome: PairingOutcome;
}

type ShownPairing = OpenPairing | EndedPairing;

/** Current code; it is stored across navigation. */
const useStore = create<{ readonly shown: ShownPairing | null }>(() => ({ shown: null }));

/** Sets the current code or its outcome; null clears it. */
export function showPairing(shown: ShownPairing | null): void {
  useStore.setState({ shown });
}

/** Returns the code or outcome for an account, and clears one of another account. */
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

/** Polls the outcome of a code while it is valid, and returns its remaining time. */
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

/** Returns the current time, updated each second. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
