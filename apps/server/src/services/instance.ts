import { randomBytes } from "node:crypto";
import {
  type ServerDatabase,
  defineMeta,
  metaForm,
  type MetaKey,
  type MetaStore,
} from "@tidemark/core";
import { epochKey, type Lineage, openLineage } from "@tidemark/core/sync/server";
import { newEpoch } from "../backup/head-mirror.ts";

export const clockNodeKey = defineMeta("clock_node", metaForm.text);
/** Base64. */
const pageTokenKeyKey = defineMeta("page_token_key", metaForm.text);

/** What a database of the server is told apart by, made when it is first opened. */
export interface Instance {
  /** What the database has been through, this start included. */
  readonly lineage: Lineage;
  /**
   * Names this replica in clock stamps: lower-case letters and digits. Of processes that share a database
   * each has its own, for as long as it runs.
   */
  readonly clockNode: string;
  /** Page tokens are sealed with it, so that they outlive a restart. */
  readonly pageTokenKey: Uint8Array;
}

/** `isShared`: other processes serve the same database. */
export async function openInstance(database: ServerDatabase, isShared: boolean): Promise<Instance> {
  const newNode = (): string => `s${randomBytes(6).toString("hex")}`;
  return database.write(async ({ meta }) => {
    // The sync protocol's: devices start over when it changes.
    await once(meta, epochKey, newEpoch);
    const lineage = await openLineage(meta, {
      keyHex: () => randomBytes(32).toString("hex"),
      startId: () => randomBytes(8).toString("hex"),
      isShared,
    });
    return {
      lineage,
      clockNode: isShared ? newNode() : await once(meta, clockNodeKey, newNode),
      pageTokenKey: Buffer.from(
        await once(meta, pageTokenKeyKey, () => randomBytes(32).toString("base64")),
        "base64",
      ),
    };
  });
}

async function once(meta: MetaStore, key: MetaKey<string>, make: () => string): Promise<string> {
  const known = await meta.get(key);
  if (known !== null) return known;
  const made = make();
  await meta.set(key, made);
  return made;
}
