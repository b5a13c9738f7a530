import type { Mutant } from "./mutant.ts";

/** Bugs in the device's code. */
export const deviceMutants: readonly Mutant[] = [
  {
    name: "ack-row-not-adopted",
    bug: "The row that comes with the answer to an operation is not taken.",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-memos.ts",
        find: "  const sent = ",
        become: "  if (result.row !== null) return;\n  const sent = ",
      },
      {
        file: "packages/core/src/sync/device/kinds/device-attachments.ts",
        find: "await attachmentRebase.takeAnswer(stores, row, answer);",
        become: `if (sent === null) await attachmentRebase.takeAnswer(stores, row, answer);
    else if (answer.code === "applied") await stores.outbox.remove([row.n]);
    else await attachmentRebase.refuse(stores, row, answer.code);`,
      },
    ],
  },
  {
    name: "no-reassert",
    bug: "A new epoch finds the outbox as it was: nothing is stated anew.",
    edits: [
      {
        file: "packages/core/src/sync/device/device-sync.ts",
        find: "await kind.reassertOwn(stores, user, deps.clock.nowMs());",
        become: "",
      },
      {
        file: "packages/core/src/sync/device/device-sync.ts",
        find: "await stores.evicted.reset();\n  await stores.outbox.renumber();",
        become: "await stores.evicted.reset();",
      },
    ],
  },
  {
    name: "evictions-ignored",
    bug: "A memo that a user may no longer read stays on their device.",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-kinds.ts",
        find: "await known.applyRemoval(stores, entity, seq);",
        become: 'if (op !== "evict") await known.applyRemoval(stores, entity, seq);',
      },
    ],
  },
  {
    name: "acks-of-any-stream",
    bug: "An answer to a stream that was left is taken for one to the present stream (R2).",
    edits: [
      {
        file: "packages/core/src/sync/device/device-sync.ts",
        find: "if (response.streamId !== (await stores.meta.get(streamIdKey))) return [];",
        become: "",
      },
    ],
  },
  {
    name: "stale-ack-resurrects",
    bug: "A late answer brings back what has been evicted since (R4).",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/rebase.ts",
        find: "if (evicted !== null && seq < evicted) return false;",
        become: "",
      },
    ],
  },
  {
    name: "old-rows-taken",
    bug: "A row is taken though a newer one of the same entity is known (R4).",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/rebase.ts",
        find: "if (seq < known.seq || kind.seqOf(incoming) < seqOf(known.row)) return false;",
        become: "",
      },
    ],
  },
  {
    name: "answered-not-judged",
    bug: "A memo that an answer brings stays, though the snapshot of its scope doesn't include it (R15d).",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-memos.ts",
        find: "await noteAnswered(stores, id, scope);",
        become: "",
      },
    ],
  },
  {
    name: "pages-from-anywhere",
    bug: "A page is taken that does not go on from where the device's cursors are.",
    edits: [
      {
        file: "packages/core/src/sync/device/device-sync.ts",
        find: "if (!fits || page.epoch",
        become: "if (page.epoch",
      },
    ],
  },
  {
    name: "epoch-keeps-cursors",
    bug: "A new epoch is pulled from where the one before had got to (R3).",
    edits: [
      {
        file: "packages/core/src/sync/device/device-sync.ts",
        find: "await restartSnapshots(stores, scopesIn(await followedCursors(stores)));",
        become: "",
      },
    ],
  },
  {
    name: "refusal-stays-in-view",
    bug: "What an operation did stays in view after the server has refused it.",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-memos.ts",
        find: '    case "too-large":\n      await refuse(stores, row, code);\n      break;',
        become: '    case "too-large":\n      await refuse(stores, row, code);\n      return;',
      },
      {
        file: "packages/core/src/sync/device/kinds/device-attachments.ts",
        find: "await attachmentRebase.takeAnswer(stores, row, answer);",
        become: `if (answer.code === "applied") await attachmentRebase.takeAnswer(stores, row, answer);
    else await attachmentRebase.refuse(stores, row, answer.code);`,
      },
    ],
  },
  {
    name: "refusal-forgets-text",
    bug: "The text of a refused edit is not kept for its author.",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-memos.ts",
        find: "  if (await holdRefused(stores, row, code)) return;",
        become: "",
      },
      {
        file: "packages/core/src/sync/device/rebase/memo-rebase.ts",
        find: "  onRemoved: holdRemoved,",
        become: "",
      },
      {
        file: "packages/core/src/sync/device/rebase/rebase.ts",
        find: "const refusal: Refusal = { code, content: (await kind.refusedText?.(stores, op)) ?? null };",
        become: "const refusal: Refusal = { code, content: null };",
      },
    ],
  },
  {
    name: "put-without-document",
    bug: "A memo is stated without its text document, so that late edits find none to merge with.",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/reassert-memos.ts",
        find: "    const entity = await entityOf(stores, record);",
        become: `    const known = await entityOf(stores, record);
    const entity = { ...known, text: { ...known.text, state: null } };`,
      },
    ],
  },
  {
    name: "put-without-elements",
    bug: "A memo is stated without its reactions and relations.",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/reassert-memos.ts",
        find: "    const entity = await entityOf(stores, record);",
        become: "    const entity = { ...(await entityOf(stores, record)), elements: [] };",
      },
    ],
  },
  {
    name: "edit-base-lost",
    bug: "An unsent edit forgets the text that it was made on when a newer row takes its place.",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/memo-rebase.ts",
        find: "if (known.row !== null) await keepEditBases(stores, known.row, incoming);",
        become: "",
      },
    ],
  },
  {
    name: "base-not-kept",
    bug: "A change does not keep the server's version below it, so that nothing is left to go back to.",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/rebase.ts",
        find: "await kind.keep(stores, id, seqOf(before) > 0 ? before : null);",
        become: "await kind.keep(stores, id, null);",
      },
    ],
  },
  {
    name: "dropped-scope-stays",
    bug: "What only a scope showed stays on the device after it was left.",
    edits: [
      {
        file: "packages/core/src/sync/device/scopes/followed-scopes.ts",
        find: "await stores.meta.set(evictDueKey, evictStart);",
        become: "await stores.meta.set(evictDueKey, null);",
      },
      {
        file: "packages/core/src/sync/device/scopes/followed-scopes.ts",
        find: "for (const kind of Object.values(deviceKinds)) {",
        become: "for (const kind of []) {",
      },
    ],
  },
  {
    name: "leftovers-stay",
    bug: "A resync leaves what none of its pages met (R13).",
    edits: [
      {
        file: "packages/core/src/sync/device/scopes/device-snapshot.ts",
        find: "return evictUnmarked(stores, uptoSeq);",
        become: "await endMarking(stores);\n  return evictUnmarked(stores, uptoSeq);",
      },
    ],
  },
  {
    name: "marks-forgotten",
    bug: "The pages of a resync do not note what they met, so that its end removes it (R13).",
    edits: [
      {
        file: "packages/core/src/sync/device/scopes/device-snapshot.ts",
        find: "await markMet(stores, touched);",
        become: "",
      },
    ],
  },
  {
    name: "seed-of-its-own",
    bug: "Each device begins the document of a memo that has none by a seed of its own: text doubles.",
    edits: [
      {
        file: "packages/core/src/sync/device/rebase/reassert-memos.ts",
        find: "    const entity = await entityOf(stores, record);",
        become: `    const known = await entityOf(stores, record);
    const { seedState } = await import("@tidemark/core/text");
    const { state, gen } = known.text;
    const seeded = state ?? seedState(\`\${id} at \${atMs}\`, gen, record.content);
    const entity = { ...known, text: { ...known.text, state: seeded } };`,
      },
    ],
  },
  {
    name: "unknown-fields-dropped",
    bug: "Fields that this version has no name for are lost on a device that takes the memo.",
    edits: [
      {
        file: "packages/core/src/sync/device/kinds/device-memos.ts",
        find: "const entity = wireToMemo(memo.data);",
        become: "const entity = wireToMemo({ ...memo.data, extra: {} });",
      },
    ],
  },
  {
    name: "clock-behind-what-it-saw",
    bug: "A device's clock takes no note of stamps from elsewhere, and falls behind them.",
    edits: [
      {
        // The server's clock stays correct.
        file: "packages/core/src/clock/hybrid-clock.ts",
        find: "observe(stamp) {",
        become: 'observe(stamp) {\n      if (options.node !== "server") return;',
      },
    ],
  },
];
