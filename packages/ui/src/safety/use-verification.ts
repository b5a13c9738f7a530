import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Verification } from "@tidemark/core/router";
import { useEffect, useState } from "react";
import { findAppError, useClient } from "../data/client.tsx";
import { queryKeys, useSyncStatus } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { safetyStrings } from "./strings.ts";

const verifiedKey = [...queryKeys.sync, "verified"] as const;

/** What was found is looked at again when one looks, but not more often than this. */
const freshMs = 5 * 60_000;

/** Why it cannot be said: the server is too old, or not everything is synced. */
export type NotVerified = "too-old" | "not-now";

export interface VerificationState {
  readonly last: Verification | null | undefined;
  readonly isAtWork: boolean;
  readonly problem: NotVerified | null;
  verify(): void;
  repair(): void;
}

/** What comparing this device with its server found; it is compared when somebody looks. */
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
  const status = useSyncStatus().data;
  const run = async (act: () => Promise<Verification>): Promise<Verification | null> => {
    setIsAtWork(true);
    setProblem(null);
    try {
      const found = await act();
      queries.setQueryData(verifiedKey, found);
      return found;
    } catch (error) {
      setProblem(findAppError(error)?.code === "UNIMPLEMENTED" ? "too-old" : "not-now");
      return null;
    } finally {
      setIsAtWork(false);
    }
  };
  const verify = (): void => void run(() => client.sync.verify.mutate());

  const isReady = status?.state === "synced" && status.waiting === 0;
  const isOld = last !== undefined && (last === null || Date.now() - last.atMs > freshMs);
  const isWanted = isReady && isOld && !isAtWork && problem === null;
  useEffect(() => {
    if (isWanted) verify();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it becomes wanted.
  }, [isWanted]);

  return {
    last,
    isAtWork,
    problem,
    verify,
    repair: () =>
      void run(() => client.sync.repair.mutate()).then((found) => {
        if (found?.differing === 0) useFeedback.getState().say(safetyStrings.repaired);
      }),
  };
}
