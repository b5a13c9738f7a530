import { ok, type Result, type ServerDatabase } from "@tidemark/core";
import type { StoreMarker } from "../files/store/store-marker.ts";
import { filesMarkedKey, instanceId, instanceIdKey } from "./instance-meta.ts";
import { type StartError, startRefused } from "./start-error.ts";

/**
 * Holds the store of files against the database: it has to be the instance's own, which is what its marker
 * says. A store without one gets one, but not where processes share the database (`isShared`) and the
 * instance has a store already: then this is an empty folder in its place. Nothing in the store has been
 * touched before. Rejects where it cannot be reached.
 */
export async function claimFiles(
  database: ServerDatabase,
  marker: StoreMarker,
  { isShared }: { readonly isShared: boolean },
): Promise<Result<null, StartError>> {
  const found = await marker.read();
  const known = await database.read(async ({ meta }) => ({
    id: await meta.get(instanceIdKey),
    isMarked: (await meta.get(filesMarkedKey)) !== null,
  }));
  if (found !== null && found === known.id && known.isMarked) return ok(null);
  // One process after the other: the second finds what the first has made, or that it is elsewhere.
  const own = await database.write(async ({ meta }) => {
    const id = await instanceId(meta);
    const isMarked = (await meta.get(filesMarkedKey)) !== null;
    const now = await marker.read();
    if (now === null && isMarked && isShared) return { id, isMissing: true };
    if (now === null) await marker.make(id);
    if (!isMarked && (now === null || now === id)) await meta.set(filesMarkedKey, true);
    return { id, isMissing: false };
  });
  if (own.isMissing) {
    return startRefused(
      `${marker.place} is missing, so these are not this instance's files: name their place by --files or --s3-bucket; where they were copied, copy that file too`,
    );
  }
  if ((await marker.read()) !== own.id) {
    return startRefused(`the files belong to another instance, as ${marker.place} says`);
  }
  return ok(null);
}
