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

/** What a database of the server is told apart by, and this process on it. */
export interface Instance {
  /** What this process can prove of the database. */
  readonly lineage: Lineage;
  /**
   * Names this process in clock stamps: lower-case letters and digits. Made anew at each start: no two
   * processes give the same stamp, whatever was copied.
   */
  readonly clockNode: string;
  /** The same of every process of this database, and of each start. */
  readonly name: string;
  /** Page tokens are sealed with it, so that they outlive a restart. */
  readonly pageTokenKey: Uint8Array;
}

export async function openInstance(database: ServerDatabase): Promise<Instance> {
  return database.write(async ({ meta }) => {
    // The sync protocol's: devices start over when it changes.
    await once(meta, epochKey, newEpoch);
    const lineage = await openLineage(meta, {
      keyHex: () => randomBytes(32).toString("hex"),
      startId: () => randomBytes(8).toString("hex"),
    });
    return {
      lineage,
      clockNode: newClockNode(),
      name: await once(meta, clockNodeKey, newClockNode),
      pageTokenKey: Buffer.from(
        await once(meta, pageTokenKeyKey, () => randomBytes(32).toString("base64")),
        "base64",
      ),
    };
  });
}

function newClockNode(): string {
  return `s${randomBytes(6).toString("hex")}`;
}

async function once(meta: MetaStore, key: MetaKey<string>, make: () => string): Promise<string> {
  const known = await meta.get(key);
  if (known !== null) return known;
  const made = make();
  await meta.set(key, made);
  return made;
}
