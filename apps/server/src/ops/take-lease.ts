import type { LeaseName } from "@tidemark/core";
import type { Services } from "../services/services.ts";

/** What leases are taken by. */
export type LeaseServices = Pick<Services, "database" | "holder" | "nowMs">;

/**
 * Whether a job is this process's to run now. Of the processes that share a database the first one to
 * ask has it for `forMs`, which is most of the time until its next run: the others leave it out, and
 * one of them runs it when that one is gone. A process that begins again has what it had.
 */
export function takeLease(
  { database, holder, nowMs }: LeaseServices,
  name: LeaseName,
  forMs: number,
): Promise<boolean> {
  const atMs = nowMs();
  return database.write(({ leases }) =>
    leases.take({ name, holder, nowMs: atMs, untilMs: atMs + forMs }),
  );
}
