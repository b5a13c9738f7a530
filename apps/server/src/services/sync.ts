import type { BlobUploads } from "@tidemark/core/attachment";
import { protocolRange } from "@tidemark/core/sync/protocol";
import {
  createSyncServer,
  noticeRollback,
  type SyncServer,
  type SyncServerDeps,
} from "@tidemark/core/sync/server";
import { hasProvider } from "../ai/transcribe.ts";
import { newEpoch } from "../backup/seq-mirror.ts";
import type { ServiceContext } from "./service-context.ts";
import type { ServiceOptions } from "./service-options.ts";
import type { Services } from "./services.ts";

type SyncDeps = Omit<
  SyncServerDeps,
  "schemaVersion" | "lackingBlobs" | "transcribes" | "instanceTitle"
> & {
  readonly blobUploads: BlobUploads;
  readonly aiProvider: Services["aiProvider"];
};

/** Creates the sync server. It begins a new epoch when a device proves that the database was rolled back. */
export function createSync(
  { database, clock, instance, settings }: ServiceContext,
  { blobUploads, aiProvider, ...deps }: SyncDeps,
  onRollback: ServiceOptions["onRollback"] = () => undefined,
): SyncServer {
  const server = createSyncServer({
    ...deps,
    schemaVersion: protocolRange.max,
    lackingBlobs: (caller, hashes) => blobUploads.lacking(caller, hashes),
    transcribes: async () => hasProvider(await aiProvider()),
    instanceTitle: () => settings.current().GENERAL.title,
  });
  return noticeRollback(server, {
    database,
    clock,
    lineage: instance.lineage,
    newEpoch,
    onRollback,
  });
}
