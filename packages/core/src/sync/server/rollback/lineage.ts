import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../../../bytes/hex.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { text } from "../../../stores/meta/meta-form.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import { type Position, setMilestone } from "../milestones.ts";

/**
 * Proofs of the database's position, made and checked by a process. With each answer, a device gets a signed
 * proof, and sends it with its next request to any process. A proof that the current database can't have made
 * shows a rollback. R17, ADR 0019, 0082.
 */
export interface Lineage {
  /**
   * Id of this process on this database; no other process and no older copy of the database has it. Changes
   * after a rollback of the database.
   */
  readonly startId: string;
  /** Replaces `startId`. */
  renew(): void;
  /** Returns a new id for a milestone. */
  newId(): string;
  /** Returns the proof to send with an answer, for the epoch and the position that were read with it. */
  prove(epoch: string, position: Position): string;
  /**
   * Returns the position in a proof of this epoch, or null if the proof is forged, altered or of another
   * epoch.
   */
  read(proof: string, epoch: string): Position | null;
}

const lineageKeyKey = defineMeta("lineage_key", text);

const proofPattern = /^(\d{1,9}\.[0-9a-z-]{1,64})\.(\d{1,16})\.([0-9a-f]{32})$/;

/** Sets a milestone for a process that starts on a database. Call it once, before any answer. */
export async function openLineage(
  meta: MetaStore,
  random: { readonly keyHex: () => string; readonly startId: () => string },
): Promise<Lineage> {
  const key = fromHex((await meta.get(lineageKeyKey)) ?? (await newKey(meta, random.keyHex())));
  // Devices start at cursor 0. After a snapshot of an empty server, a device is at 1 and pulls evictions from
  // then on, which snapshots don't include.
  if ((await meta.headSeq()) === 0) await meta.nextSeq();
  let startId = random.startId();
  await setMilestone(meta, startId);

  const sign = (epoch: string, body: string): string =>
    toHex(hmac(sha256, key, utf8ToBytes(`${epoch}\n${body}`)).slice(0, 16));
  return {
    get startId() {
      return startId;
    },
    renew() {
      startId = random.startId();
    },
    newId: () => random.startId(),
    prove(epoch, { milestone, headSeq }) {
      const body = `${milestone}.${headSeq}`;
      return `${body}.${sign(epoch, body)}`;
    },
    read(proof, epoch) {
      const [, milestone = "", seq = "", signature = ""] = proofPattern.exec(proof) ?? [];
      if (!isSame(signature, sign(epoch, `${milestone}.${seq}`))) return null;
      return { milestone, headSeq: Number(seq) };
    },
  };
}

async function newKey(meta: MetaStore, keyHex: string): Promise<string> {
  await meta.set(lineageKeyKey, keyHex);
  return keyHex;
}

/** Compares in constant time, wherever the first difference is. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1) difference |= (a.charCodeAt(at) || 0) ^ b.charCodeAt(at);
  return difference === 0;
}
