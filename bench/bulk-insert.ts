import type { Database, Journal } from "@tidemark/core";
import type { Caller, Stamp } from "@tidemark/core/model";
import { commitMemo } from "@tidemark/core/commit";
import { createHybridClock, type HybridClock } from "@tidemark/core/clock";
import { createServerJournal } from "@tidemark/core/sync/server";
import type { MemoOp } from "@tidemark/core/merge";
import type { CorpusMemo } from "./corpus.ts";
import type { UserReference } from "@tidemark/core/names";

const memosPerTransaction = 1000;

/** Clock and names under which the memos are written, as a replica's services would. */
export interface Writer {
  readonly clock: HybridClock;
  readonly journal: Journal;
}

/** Writes memos in batches as the sync protocol does, with indexes, documents and feed rows. */
export async function bulkInsert(
  database: Database,
  memos: Iterable<CorpusMemo>,
  { clock, journal }: Writer = serverWriter("bench"),
): Promise<void> {
  const left = memos[Symbol.iterator]();
  for (;;) {
    const batch = Iterator.from({ next: () => left.next() })
      .take(memosPerTransaction)
      .toArray();
    if (batch.length === 0) return;
    await database.write(async (stores) => {
      for (const memo of batch) {
        const op = putOp(memo, clock.tick());
        const done = await commitMemo(stores, journal, {
          before: null,
          ops: [op],
          caller: callerNamed(memo.creator),
          textReason: "edit",
          atMs: memo.createdMs,
          isFreshId: true,
        });
        if (!done.ok) throw new Error(`a generated memo was refused: ${done.error.type}`);
      }
    });
  }
}

/** Returns the writer of a server whose clock has the name `node`. */
export function serverWriter(node: string): Writer {
  const clock = createHybridClock({ node, wallMs: Date.now });
  return { clock, journal: createServerJournal({ clock, newId: () => crypto.randomUUID() }) };
}

export function callerNamed(name: UserReference): Caller {
  return { name, role: "USER", spaces: [], scope: null, device: "bench" };
}

function putOp(memo: CorpusMemo, stamp: Stamp): MemoOp {
  return {
    kind: "memo.put",
    entity: memo.id,
    stamp,
    creator: memo.creator,
    parent: null,
    fields: {
      state: "NORMAL",
      visibility: "PRIVATE",
      pinned: false,
      space: null,
      deletedMs: null,
      location: null,
      createdMs: memo.createdMs,
      updatedMs: memo.createdMs,
    },
    stamps: { "*": stamp },
    text: { gen: 1, content: memo.content },
    elements: [],
    extra: {},
  };
}
