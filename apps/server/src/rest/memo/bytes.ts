import type { MemoRecord } from "@tidemark/core/model";
import { memoJson, memoToJson, noParts, type MemoParts } from "./json.ts";
import { encodeJson } from "../shared/send-json.ts";

// Caches the JSON of memos that are read often. The part that depends only on the memo's row is encoded and
// validated once per state of the memo. Attachments, relations and reactions depend on other rows and on the
// caller, so they are queried for every response (docs/adr/0020).

const hanging = { attachments: true, relations: true, reactions: true } as const;
const ownJson = memoJson.omit(hanging);
const partsJson = memoJson.pick(hanging);

/** End of the JSON of a memo without attachments, relations and reactions. */
const bareEnd = `,${JSON.stringify(noParts).slice(1)}`;

/** Cached bytes by record; the database returns the same record until the memo changes. */
const bareBytes = new WeakMap<MemoRecord, Buffer>();

/** Returns the JSON of a memo in the current form; `parts` is undefined if it has none. */
export function memoToBytes(memo: MemoRecord, parts: MemoParts | undefined): Buffer {
  const bare = bareBytes.get(memo) ?? bareOf(memo);
  if (parts === undefined) return bare;
  const { attachments, relations, reactions } = memoToJson(memo, parts);
  const end = encodeJson(partsJson, { attachments, relations, reactions });
  return Buffer.concat([
    bare.subarray(0, bare.length - bareEnd.length),
    Buffer.from(`,${end.slice(1)}`),
  ]);
}

function bareOf(memo: MemoRecord): Buffer {
  const own = encodeJson(ownJson, memoToJson(memo, noParts));
  const bytes = Buffer.from(own.slice(0, -1) + bareEnd);
  bareBytes.set(memo, bytes);
  return bytes;
}
