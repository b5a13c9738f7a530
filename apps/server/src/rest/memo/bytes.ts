import type { MemoRecord } from "@tidemark/core/model";
import { memoJson, memoToJson, noParts, type MemoParts } from "./json.ts";
import { encodeJson } from "../shared/send-json.ts";

// Answers of memos that are read often, as the bytes that are sent. What a memo's row alone decides
// is turned into JSON once per state of the memo, and checked against the schema then; what hangs on
// it depends on other rows and on who asks, and is looked up for every answer (docs/adr/0020).

const hanging = { attachments: true, relations: true, reactions: true } as const;
const ownJson = memoJson.omit(hanging);
const partsJson = memoJson.pick(hanging);

/** How the JSON of a memo ends that has no attachments, relations or reactions. */
const bareEnd = `,${JSON.stringify(noParts).slice(1)}`;

/** By record, which the database gives again for as long as the memo has not changed. */
const bareBytes = new WeakMap<MemoRecord, Buffer>();

/** A memo as the current form shows it; `parts` is undefined when nothing hangs on it. */
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
