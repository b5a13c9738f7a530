import type { LeaseName } from "@tidemark/core";
import type { Services } from "../services/services.ts";

/** What leases are taken by. */
export type LeaseServices = Pick<Services, "database" | "holder" | "nowMs">;

/**
 * Whether a job is this process's to run now: 0, or for how many milliseconds it is still another's. Of the
 * processes that share a database the first one to ask has it for `forMs`, which is longer than until its
 * next run, when it renews it: the others leave the job out, and one of them runs it when that one is gone.
 * A process that begins again has what it had where it has the database for itself. Beside others it has
 * another name (ADR 0082), and waits until the lease that it had is over.
 */
export function takeLease(
  { database, holder, nowMs }: LeaseServices,
  name: LeaseName,
  forMs: number,
): Promise<number> {
  return database.write(async ({ commonClock, leases }) => {
    // Others go by the time that is written.
    const atMs = nowMs() + (await commonClock.aheadMs());
    const heldUntilMs = await leases.take({ name, holder, nowMs: atMs, untilMs: atMs + forMs });
    return heldUntilMs === null ? 0 : heldUntilMs - atMs;
  });
}
