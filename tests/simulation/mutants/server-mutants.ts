import type { Mutant } from "./mutant.ts";

/** Bugs in the server's code. */
export const serverMutants: readonly Mutant[] = [
  {
    name: "answers-before-the-last-operation",
    bug: "An answer has the row of another user's memo, which a later operation of the push has hidden.",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "  await describeAnew(stores, caller, request.ops, results);\n",
        become: "",
      },
    ],
  },
  {
    name: "evict-while-readable",
    bug: "A memo that left one scope is evicted from a device that follows another which shows it (R11).",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: 'const shown = row.op === "del" ? undefined : loaded.rowOf(row);',
        become: 'const shown = row.op === "up" ? loaded.rowOf(row) : undefined;',
      },
    ],
  },
  {
    name: "scopes-not-judged",
    bug: "A pull brings what its reader may read, also where nothing that the device follows shows it.",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "judged(stores, caller, follows, page)",
        become: "judged(stores, caller, null, page)",
      },
    ],
  },
  {
    name: "dedup-off",
    bug: "A push that comes again is applied again (R1).",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "if (n <= lastN) {",
        become: "if (false) {",
      },
    ],
  },
  {
    name: "tokens-merged-by-letter",
    bug: "Two devices that replace the same number make a third (T3b).",
    edits: [
      {
        file: "packages/core/src/merge/repair-text.ts",
        find: "const content = sides === null ? row.content : withWholeTokens(row.content, before, sides);",
        become: "const content = row.content;",
      },
    ],
  },
  {
    name: "stamps-as-sent",
    bug: "Stamps of a device whose clock is wrong are kept as it sends them.",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "const op = correction.correctOp(read.data);",
        become: "correction.correctOp(read.data);\n      const op = read.data;",
      },
    ],
  },
  {
    name: "comments-stay-behind",
    bug: "Comments do not follow their memo into another visibility, or out of it.",
    edits: [
      {
        file: "packages/core/src/sync/server/server-journal.ts",
        find: "moved.push(...(await cascade(stores, deps.clock, { before, after }, touched)));",
        become: "",
      },
    ],
  },
  {
    name: "forks-unnoticed",
    bug: "A twin's operation under a number that was used counts as a repetition (R7).",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: 'if (isFork) return { type: "stream-forked", epoch, streamId };',
        become: "",
      },
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "const code = stored.code as OpCode;",
        become: 'const code = (stored?.code ?? "applied") as OpCode;',
      },
    ],
  },
  {
    name: "feed-floor-ignored",
    bug: "A device from below the feed's floor is sent what is left of the feed, not to a resync.",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "if (cursor > 0 && cursor < floor) return",
        become: "if (false) return",
      },
    ],
  },
  {
    name: "older-text-dropped",
    bug: "A memo that is stated in an older generation of its document replaces the text.",
    edits: [
      {
        file: "packages/core/src/sync/server/kinds/server-memos.ts",
        find: "const rebased = await rebaseOp(",
        become: 'const rebased = sent.kind === "memo.put" ? null : await rebaseOp(',
      },
      {
        file: "packages/core/src/sync/server/kinds/server-memos.ts",
        find: "before === null || isRebased ? null",
        become: 'before === null || sent.kind === "memo.put" ? null',
      },
    ],
  },
  {
    name: "forks-forgotten",
    bug: "An operation under a number whose result was forgotten counts as a repetition (R7).",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "const isFork = stored === null || stored.payloadHash !== payloadHash;",
        become: "const isFork = stored !== null && stored.payloadHash !== payloadHash;",
      },
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "const code = stored.code as OpCode;",
        become: 'const code = (stored?.code ?? "applied") as OpCode;',
      },
    ],
  },
  {
    name: "links-stay-behind",
    bug: "Memos that refer to one which appears or goes out of sight are not sent again.",
    edits: [
      {
        file: "packages/core/src/sync/server/server-journal.ts",
        find: "await refeedReferrers(stores, moved, touched);",
        become: "",
      },
    ],
  },
  {
    name: "corrected-twice",
    bug: "The correction of a device's stamps is made twice.",
    edits: [
      {
        file: "packages/core/src/sync/server/sync-server.ts",
        find: "const op = correction.correctOp(read.data);",
        become: "const op = correction.correctOp(correction.correctOp(read.data));",
      },
    ],
  },
  {
    name: "emptied-forgotten",
    bug: "A late write brings back a setting or view that was taken away long ago (S7).",
    edits: [
      {
        file: "packages/core/src/sync/server/kinds/server-registers.ts",
        find: "return op.stamp <= (await registerFloor(stores.meta, name, kind));",
        become: "return false;",
      },
    ],
  },
  {
    name: "rollback-unnoticed",
    bug: "A server that was put back behind its back does not look at what devices prove (R17).",
    edits: [
      {
        file: "packages/core/src/sync/server/rollback/notice-rollback.ts",
        find: "if (seen === undefined) return;",
        become: "return;",
      },
    ],
  },
];
