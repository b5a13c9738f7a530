import { normaliseText } from "../../markdown/index.ts";
import type { MemoEntity, MemoFields } from "../../model/memo.ts";
import { textToWire, wireToText } from "../../merge/wire-text.ts";
import type { MemoOp } from "../../merge/memo-op.ts";
import type { WireMemo } from "./messages.ts";
import type { Stamp } from "../../model/stamp.ts";

export function memoToWire({ row, text, elements }: MemoEntity): WireMemo {
  return {
    id: row.id,
    creator: row.creator,
    parent: row.parent,
    fields: fieldsOf(row),
    stamps: row.stamps,
    text: textToWire({ memo: row.id, content: row.content, text }),
    elements: [...elements],
    seq: row.seq,
    extra: row.extra,
  };
}

export function wireToMemo(wire: WireMemo): MemoEntity {
  const text = wireToText(wire.text);
  return {
    row: {
      id: wire.id,
      creator: wire.creator,
      parent: wire.parent,
      ...wire.fields,
      content: normaliseText(wire.text.content),
      gen: wire.text.gen,
      stamps: wire.stamps,
      seq: wire.seq,
      extra: wire.extra,
    },
    text,
    elements: wire.elements,
  };
}

/** Returns the operation that asserts a memo in full, for a server that may not have it. */
export function memoToPut({ row, text, elements }: MemoEntity): MemoOp {
  return {
    kind: "memo.put",
    entity: row.id,
    stamp: newestStamp(row),
    creator: row.creator,
    parent: row.parent,
    fields: fieldsOf(row),
    stamps: row.stamps,
    text: textToWire({ memo: row.id, content: row.content, text }),
    elements: [...elements],
    extra: row.extra,
  };
}

function fieldsOf(row: MemoEntity["row"]): MemoFields {
  const { state, visibility, pinned, space, deletedMs, location, createdMs, updatedMs } = row;
  return { state, visibility, pinned, space, deletedMs, location, createdMs, updatedMs };
}

function newestStamp(row: MemoEntity["row"]): Stamp {
  let newest = row.stamps["*"];
  for (const stamp of Object.values(row.stamps)) {
    if (stamp !== undefined && stamp > newest) newest = stamp;
  }
  return newest;
}
