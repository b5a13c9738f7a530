import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { ok, type Result, type ServerDatabase, type ServerWriteStores } from "@tidemark/core";
import type { StoreMarker } from "../files/store/store-marker.ts";
import { filesMarkedKey, instanceId, instanceIdKey } from "./instance-meta.ts";
import { type StartError, startRefused } from "./start-error.ts";

/** Time that a process has for its claim, and time that the next one waits if it crashes during it. */
const turnMs = 60_000;
const waitMs = 90_000;
const pauseMs = 200;

/**
 * Checks that the file store belongs to the instance of the database, by its marker. A store without a marker
 * gets one. The exception: if processes share the database (`isShared`) and the instance already has a store,
 * this one is an empty folder in its place, and is refused. Nothing in the store is touched before this
 * check. No transaction waits for the store. Rejects if the store can't be reached.
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
  if (!isShared) return claim(database, marker, null);
  // One process at a time: the second finds the marker of the first, or that the store is elsewhere.
  const holder = randomUUID();
  const lastMs = Date.now() + waitMs;
  while (!(await takeTurn(database, holder, turnMs))) {
    if (Date.now() >= lastMs) return startRefused(`another process is making ${marker.place}`);
    await sleep(pauseMs);
  }
  try {
    return await claim(database, marker, holder);
  } finally {
    await takeTurn(database, holder, 0);
  }
}

/** Claims the store. `holder` is the lease's holder; null if there is only one process. */
async function claim(
  database: ServerDatabase,
  marker: StoreMarker,
  holder: string | null,
): Promise<Result<null, StartError>> {
  const own = await database.write(async ({ meta }) => ({
    id: await instanceId(meta),
    isMarked: (await meta.get(filesMarkedKey)) !== null,
  }));
  if ((await marker.read()) === null) {
    if (own.isMarked && holder !== null) {
      return startRefused(
        `${marker.place} is missing, so these are not this instance's files: name their place by --files or --s3-bucket; where they were copied, copy that file too`,
      );
    }
    await marker.make(own.id);
  }
  if ((await marker.read()) !== own.id) {
    return startRefused(`the files belong to another instance, according to ${marker.place}`);
  }
  if (own.isMarked) return ok(null);
  const isMarked = await database.write(async (stores) => {
    if (holder !== null && !(await acquireWithin(stores, holder, turnMs))) return false;
    await stores.meta.set(filesMarkedKey, true);
    return true;
  });
  // It took so long that another process may have created a marker elsewhere.
  return isMarked ? ok(null) : startRefused(`${marker.place} took too long to create`);
}

function takeTurn(database: ServerDatabase, holder: string, forMs: number): Promise<boolean> {
  return database.write((stores) => acquireWithin(stores, holder, forMs));
}

async function acquireWithin(
  { commonClock, leases }: Pick<ServerWriteStores, "commonClock" | "leases">,
  holder: string,
  forMs: number,
): Promise<boolean> {
  const nowMs = Date.now() + (await commonClock.aheadMs());
  const heldUntilMs = await leases.take({ name: "files", holder, nowMs, untilMs: nowMs + forMs });
  return heldUntilMs === null;
}
