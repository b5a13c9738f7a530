import { randomBytes } from "node:crypto";
import {
  type ServerDatabase,
  defineMeta,
  metaForm,
  type MetaKey,
  type MetaStore,
} from "@tidemark/core";
import { epochKey, type Lineage, openLineage } from "@tidemark/core/sync/server";
import { newEpoch } from "../backup/seq-mirror.ts";

export const clockNodeKey = defineMeta("clock_node", metaForm.text);
/** Base64. */
const pageTokenKeyKey = defineMeta("page_token_key", metaForm.text);

/** Identity of a server database, and of this process. */
export interface Instance {
  /** Id of this start, and the proofs by which the server detects a rollback of its database. */
  readonly lineage: Lineage;
  /**
   * Name of this process in clock stamps: lower-case letters and digits. New at each start, so two processes
   * never create the same stamp, even after the data was copied.
   */
  readonly clockNode: string;
  /** Name shared by all processes of this database, unchanged across starts. */
  readonly name: string;
  /** Key that signs page tokens. It is stored, so they survive a restart. */
  readonly pageTokenKey: Uint8Array;
}

export async function openInstance(database: ServerDatabase): Promise<Instance> {
  return database.write(async ({ meta }) => {
    // Epoch of the sync protocol: devices start over when it changes.
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
