import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../../../bytes/hex.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { text } from "../../../stores/meta/meta-form.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import { type Position, setMilestone } from "../milestones.ts";

/**
 * What a process can prove of the database that it serves. A device is handed a signed proof of how far
 * the database had got, and brings it back with its next request, to whichever process: one that the
 * database cannot have made, by its own account, shows that the database went back. R17, ADR 0019, 0082.
 */
export interface Lineage {
  /**
   * Names this process on this database: no other, and none on an older copy, has the same. Another one
   * once the database went back under it.
   */
  readonly startId: string;
  /** Takes another `startId`. */
  renew(): void;
  /** An id for a milestone. */
  newId(): string;
  /** The proof to hand out with an answer, of the epoch and the position that were read with it. */
  prove(epoch: string, position: Position): string;
  /** What a proof of this epoch says; null for one that was altered or made up, or is of another. */
  read(proof: string, epoch: string): Position | null;
}

const lineageKeyKey = defineMeta("lineage_key", text);

const proofPattern = /^(\d{1,9}\.[0-9a-z-]{1,64})\.(\d{1,16})\.([0-9a-f]{32})$/;

/** Sets a milestone for a process that begins on a database. Call it once, before any answer. */
export async function openLineage(
  meta: MetaStore,
  random: { readonly keyHex: () => string; readonly startId: () => string },
): Promise<Lineage> {
  const key = fromHex((await meta.get(lineageKeyKey)) ?? (await newKey(meta, random.keyHex())));
  // 0 is where a device begins. One that took an empty server whole stands at 1, and hears from
  // then on what goes out of its sight, which a snapshot does not say.
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

/** Takes the same time wherever the first difference is. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1) difference |= (a.charCodeAt(at) || 0) ^ b.charCodeAt(at);
  return difference === 0;
}
