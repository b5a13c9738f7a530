import { correctSizes } from "@tidemark/core/attachment";
import { findClockDoubt } from "@tidemark/core/commit";
import type { FastifyBaseLogger } from "fastify";
import type { Ending } from "./ending.ts";
import { runEvery } from "./run-every.ts";
import { type LeaseServices, acquireLease } from "./acquire-lease.ts";
import type { Services } from "../services/services.ts";

const schedule = { firstAfterMs: 10 * 60 * 1000, everyMs: 24 * 60 * 60 * 1000 };
/** Duration of the lease, beyond the holder's next run, which renews it. */
const leaseMs = 25 * 60 * 60 * 1000;

/**
 * Removes unused content once a day, first after ten minutes, until disposed. One of the processes that share
 * the database does it. Each process deletes its own thumbnails.
 */
export function sweepDaily(
  services: Pick<Services, "attachments" | "database" | "files" | "jobs"> & LeaseServices,
  logger: FastifyBaseLogger,
  ending?: Ending,
): AsyncDisposable {
  const { attachments, files } = services;
  const sweep = async (again: (afterMs: number) => void): Promise<void> => {
    try {
      const heldForMs = await acquireLease(services, "sweep", leaseMs);
      if (heldForMs > 0) {
        // The holder may have ended by then.
        again(heldForMs);
      } else {
        const corrected = await correctSizes(services.database, files.blobs, ending?.begun);
        if (corrected > 0) logger.info({ corrected }, "corrected the sizes of files");
        const { removed } = await attachments.sweep(ending?.begun);
        const doubt = await services.database.read(({ meta }) =>
          findClockDoubt(meta, services.nowMs()),
        );
        if (doubt === null) await files.uploads.expire();
        if (removed.length > 0) logger.info({ removed: removed.length }, "removed unused files");
      }
      for await (const hashes of files.thumbnails.kept()) {
        if (ending?.begun.aborted === true) return;
        await files.thumbnails.drop(await attachments.unusedAmong(hashes));
      }
      if (heldForMs === 0) services.jobs.succeeded("sweep", services.nowMs());
    } catch (error) {
      services.jobs.failed("sweep");
      // The next sweep handles the rest.
      logger.error({ err: error }, "deleting unused files failed");
    }
  };
  return runEvery(schedule, sweep, ending);
}
