import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { z } from "zod";
import { fromHex, toHex } from "../../../bytes/hex.ts";
import type { MetaStore } from "../../../stores/meta/meta-store.ts";
import { defineMeta } from "../../../stores/meta/define-meta.ts";
import { text, json } from "../../../stores/meta/meta-form.ts";

/**
 * What the server's database has been through, as far as it remembers. A device is handed a signed
 * proof of how far the database had got, and brings it back with its next request: one that the
 * database cannot have made, by its own account, shows that the database went back. R17, ADR 0019.
 */
export interface Lineage {
  /** Names this start of this process: no start of it, of another one or of an older copy has the same. */
  readonly startId: string;
  /** The proof to hand out with an answer, of the epoch and the newest seq that it was read at. */
  prove(epoch: string, headSeq: number): string;
  /**
   * Whether a proof that was made in this epoch shows that the database went back since. Never
   * so for one that was altered or made up.
   */
  isContradictedBy(proof: string, epoch: string, headSeq: number): boolean;
}

const lineageKeyKey = defineMeta("lineage_key", text);

/** Older starts expire; what was proved in those is only compared by its seq. */
const maxStarts = 200;

const startsSchema = z.object({
  /** The number of the oldest start that is remembered. */
  first: z.int(),
  starts: z.array(
    z.object({
      id: z.string(),
      /** The newest seq as it began: no start before it got further. */
      fromSeq: z.int(),
    }),
  ),
});
const startsKey = defineMeta("lineage_starts", json(startsSchema));

const proofPattern = /^(\d{1,9})\.([0-9a-z]{1,40})\.(\d{1,16})\.([0-9a-f]{32})$/;

/**
 * Notes in the database that a server begins on it. Call it once per start, before any answer. Processes
 * that share a database (`isShared`) go on with the start that is there: each must know what the others
 * have handed out, and one that begins is no sign of anything.
 */
export async function openLineage(
  meta: MetaStore,
  {
    isShared = false,
    ...random
  }: {
    readonly keyHex: () => string;
    readonly startId: () => string;
    readonly isShared?: boolean;
  },
): Promise<Lineage> {
  const key = fromHex((await meta.get(lineageKeyKey)) ?? (await newKey(meta, random.keyHex())));
  const known = (await meta.get(startsKey)) ?? { first: 0, starts: [] };
  // 0 is where a device begins. One that took an empty server whole stands at 1, and hears from
  // then on what goes out of its sight, which a snapshot does not say.
  if ((await meta.headSeq()) === 0) await meta.nextSeq();
  const startId = random.startId();
  const goesOn = isShared && known.starts.length > 0;
  const begun = goesOn ? [] : [{ id: startId, fromSeq: await meta.headSeq() }];
  const all = [...known.starts, ...begun];
  const expired = Math.max(0, all.length - maxStarts);
  const first = known.first + expired;
  const starts = all.slice(expired);
  await meta.set(startsKey, { first, starts });

  const sign = (body: string): string => toHex(hmac(sha256, key, utf8ToBytes(body)).slice(0, 16));
  const current = first + starts.length - 1;
  const provedId = starts.at(-1)?.id ?? startId;
  return {
    startId,
    prove(epoch, headSeq) {
      const body = `${current}.${provedId}.${headSeq}`;
      return `${body}.${sign(`${epoch}\n${body}`)}`;
    },
    isContradictedBy(proof, epoch, headSeq) {
      const [, nth = "", id = "", seqText = "", signature = ""] = proofPattern.exec(proof) ?? [];
      if (!isSame(signature, sign(`${epoch}\n${nth}.${id}.${seqText}`))) return false;
      const at = Number(nth) - first;
      const start = starts[at];
      // A start that this database never saw, or another one in its place.
      if (at >= starts.length || (start !== undefined && start.id !== id)) return true;
      return Number(seqText) > (starts[at + 1]?.fromSeq ?? headSeq);
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
