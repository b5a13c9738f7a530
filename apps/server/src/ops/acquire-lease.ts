import type { LeaseName } from "@tidemark/core";
import type { Services } from "../services/services.ts";

/** Services that leases need. */
export type LeaseServices = Pick<Services, "database" | "holder" | "nowMs">;

/**
 * Acquires the lease of a job. Returns 0 if this process should run the job now, else the milliseconds until
 * another process's lease ends.
 *
 * The first process that asks holds the lease for `forMs`, which must exceed the time to its next run, when
 * it renews the lease. The others skip the job; one of them takes over when the holder ends. A restarted
 * process still holds its lease if it has the database to itself. With several processes it has a new name
 * (ADR 0082) and waits until its former lease ends.
 */
export function acquireLease(
  { database, holder, nowMs }: LeaseServices,
  name: LeaseName,
  forMs: number,
): Promise<number> {
  return database.write(async ({ commonClock, leases }) => {
    // Other processes compare with the stored time.
    const atMs = nowMs() + (await commonClock.aheadMs());
    const heldUntilMs = await leases.take({ name, holder, nowMs: atMs, untilMs: atMs + forMs });
    return heldUntilMs === null ? 0 : heldUntilMs - atMs;
  });
}
