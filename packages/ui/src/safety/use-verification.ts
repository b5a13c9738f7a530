import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Verification } from "@tidemark/core/router";
import { useEffect, useRef, useState } from "react";
import { findAppError, useClient } from "../data/client.tsx";
import { queryKeys, useSyncStatus } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { safetyStrings } from "./strings.ts";

const verifiedKey = [...queryKeys.sync, "verified"] as const;

/** Minimum age in milliseconds of a result before opening the sheet compares again. */
const freshMs = 5 * 60_000;
/** Retry delays for a busy server while the sheet is open; each delay is twice the one before. */
const again = { firstMs: 5_000, longestMs: 5 * 60_000, times: 6 };

/** Reason why the comparison isn't possible. */
export type NotVerified =
  /** The server is too old, not everything is synced, or the server stays busy. */
  | { readonly why: "too-old" | "not-now" | "busy" }
  /** The server is busy and will be retried. */
  | { readonly why: "waits"; readonly delayMs: number };

export interface VerificationState {
  readonly last: Verification | null | undefined;
  readonly isAtWork: boolean;
  readonly problem: NotVerified | null;
  verify(): void;
  repair(): void;
}

/** Compares this device with its server while mounted, and returns the result. */
export function useVerification(): VerificationState {
  const client = useClient();
  const queries = useQueryClient();
  const { data: last } = useQuery({
    queryKey: verifiedKey,
    queryFn: () => client.sync.verified.query(),
    staleTime: 0,
  });
  const [isAtWork, setIsAtWork] = useState(false);
  const [problem, setProblem] = useState<NotVerified | null>(null);
  const later = useLater();
  const status = useSyncStatus().data;
  const run = async (act: () => Promise<Verification>, tries = 0): Promise<void> => {
    later.cancel();
    setIsAtWork(true);
    setProblem(null);
    try {
      queries.setQueryData(verifiedKey, await act());
    } catch (error) {
      const found = problemOf(error, tries);
      setProblem(found);
      if (found.why === "waits") later.do(() => void run(act, tries + 1), found.delayMs);
    } finally {
      setIsAtWork(false);
    }
  };
  const verify = (): void => void run(() => client.sync.verify.mutate());
  const repair = async (): Promise<Verification> => {
    const found = await client.sync.repair.mutate();
    if (found.differing === 0) useFeedback.getState().say(safetyStrings.repaired);
    return found;
  };

  const isReady = status?.state === "synced" && status.waiting === 0;
  const isOld = last !== undefined && (last === null || Date.now() - last.atMs > freshMs);
  const isWanted = isReady && isOld && !isAtWork && problem === null;
  useEffect(() => {
    if (isWanted) verify();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it becomes wanted.
  }, [isWanted]);

  return { last, isAtWork, problem, verify, repair: () => void run(repair) };
}

function problemOf(error: unknown, tries: number): NotVerified {
  const failure = findAppError(error);
  if (failure?.code === "UNIMPLEMENTED") return { why: "too-old" };
  if (failure?.code !== "RESOURCE_EXHAUSTED") return { why: "not-now" };
  if (tries === again.times) return { why: "busy" };
  const wantedMs = Math.max(again.firstMs * 2 ** tries, failure.retryAfterMs ?? 0);
  return { why: "waits", delayMs: Math.min(wantedMs, again.longestMs) };
}

interface Later {
  /** Runs `act` after the delay, unless the component was unmounted. */
  do(act: () => void, delayMs: number): void;
  cancel(): void;
}

/** Returns a timer for a single delayed action. */
function useLater(): Later {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      clearTimeout(timer.current);
    };
  }, []);
  return {
    do(act, delayMs) {
      if (isShown.current) timer.current = setTimeout(act, delayMs);
    },
    cancel: () => clearTimeout(timer.current),
  };
}
