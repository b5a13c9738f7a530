import { type ImportedMemo, isResourceId } from "@tidemark/core";
import { checkContent } from "@tidemark/core/access";
import { normaliseText } from "@tidemark/core/markdown";
import { type ImportMemo, type ImportNote, type ImportSource, problem, skipped } from "../model.ts";
import type { ImportTarget } from "../target/import-target.ts";
import { withoutFileNames } from "../text/file-link.ts";
import { digestOf, hashed } from "./digest.ts";
import {
  countRows,
  type ImportPlan,
  type PlannedMemo,
  type PlanRow,
  rowOf,
} from "./import-plan.ts";
import { inTurns } from "./in-turns.ts";
import { repeatedMemo } from "./repeated-memo.ts";
import { tooLargeFiles } from "./too-large.ts";

/** Number of memos per query. */
const batch = 100;

/**
 * Reads a source once and returns what an import would do, without writing. Throws `SourceRefused` if the
 * source can't be read further.
 */
export async function planImport(
  target: ImportTarget,
  source: ImportSource,
  signal?: AbortSignal,
): Promise<ImportPlan> {
  const memos = new Map<string, PlannedMemo>();
  const rows: PlanRow[] = [];
  const seen = new Set<string>();
  let waiting: ImportMemo[] = [];
  let inFolders = 0;
  const settle = async (): Promise<void> => {
    for (const { memo, planned, row } of await plannedOf(target, source, waiting)) {
      if (planned !== null) memos.set(memo.key, planned);
      rows.push(row);
      if (row.outcome !== "new") continue;
      if (memo.folder !== "") inFolders += 1;
      for (const note of tooLargeFiles(target, memo)) rows.push(rowOf(note));
    }
    waiting = [];
  };
  for await (const item of inTurns(source, signal)) {
    if (item.type !== "memo") {
      rows.push(rowOf(item));
      continue;
    }
    const fault = faultOf(target, item, seen);
    if (fault !== null) {
      rows.push(rowOf(fault));
      continue;
    }
    seen.add(item.key);
    waiting.push(item);
    if (waiting.length === batch) await settle();
  }
  await settle();
  return { source, memos, rows, counts: countRows(rows), inFolders };
}

/** Returns the reason why a memo can't be imported, independent of existing memos, or null. */
function faultOf(
  { memoDeps }: ImportTarget,
  memo: ImportMemo,
  seen: ReadonlySet<string>,
): ImportNote | null {
  if (seen.has(memo.key)) return repeatedMemo(memo.from);
  const fits = checkContent(textToJudge(memo), memoDeps.limits());
  return fits.ok ? null : problem(memo.from, "too-long", `it isn't valid: ${fits.error.message}`);
}

/** Returns a text of the final length, with placeholders as long as our addresses. */
function textToJudge({ text }: ImportMemo): string {
  const parts = text.map((part) => (typeof part === "string" ? part : `/memos/${"0".repeat(22)}`));
  return normaliseText(parts.join(""));
}

interface Settled {
  readonly memo: ImportMemo;
  readonly planned: PlannedMemo | null;
  readonly row: PlanRow;
}

async function plannedOf(
  target: ImportTarget,
  { format, id: source }: ImportSource,
  memos: readonly ImportMemo[],
): Promise<Settled[]> {
  const { memoDeps } = target;
  const { name } = await target.caller();
  const asked = memos.map((memo) => ({ memo, key: hashed(memo.key), digest: digestOf(memo) }));
  return memoDeps.database.read(async ({ imports, memos: stored }) => {
    const keys = asked.map(({ key }) => key);
    const known = await imports.among({ format, source }, keys);
    const unknown = asked.filter(({ key }) => !known.has(key));
    const alike = await imports.alike(format, unknown);
    const ids = asked.flatMap(({ memo: { wantedId }, key }) => {
      const before = known.get(key) ?? alike.get(key);
      if (before !== undefined) return before.state === "begun" ? [] : [before.memo];
      return wantedId !== null && isResourceId(wantedId) ? [wantedId] : [];
    });
    const found = new Map((await stored.findMany(ids)).map((memo) => [memo.id, memo]));
    return asked.map(({ memo, key, digest }): Settled => {
      const before = known.get(key) ?? alike.get(key);
      if (before !== undefined) {
        return knownMemo(memo, before, digest, found.get(before.memo) ?? null);
      }
      const { wantedId } = memo;
      const there = wantedId === null ? undefined : found.get(wantedId);
      if (there?.creator === name) return thereAlready(memo, there);
      const isWanted = wantedId !== null && isResourceId(wantedId) && there === undefined;
      const id = isWanted ? wantedId : memoDeps.newId();
      return {
        memo,
        planned: { type: "new", id, from: memo.from, isWanted, files: [], digest, run: null },
        row: { outcome: "new", path: memo.from, code: "", words: "" },
      };
    });
  });
}

function knownMemo(
  memo: ImportMemo,
  before: ImportedMemo,
  digest: string,
  there: { readonly deletedMs: number | null } | null,
): Settled {
  const path = memo.from;
  if (before.state === "begun") {
    const planned = {
      type: "new",
      id: before.memo,
      from: path,
      isWanted: false,
      files: before.files,
      digest,
      run: before.run,
    } as const;
    const words = "an interrupted import had started it";
    return { memo, planned, row: { outcome: "new", path, code: "resumed", words } };
  }
  if (there === null || there.deletedMs !== null) {
    const words = "already imported, and deleted here since; skipped";
    return { memo, planned: null, row: rowOf(skipped(path, "removed-here", words)) };
  }
  const planned = {
    type: "same",
    id: before.memo,
    isUnlinked: before.state === "made",
    run: before.run,
  } as const;
  if (before.digest !== digest) {
    const words = "changed at the source since the last import; your copy wasn't touched";
    return { memo, planned, row: rowOf(skipped(path, "changed-there", words)) };
  }
  return { memo, planned, row: { outcome: "same", path, code: "", words: "" } };
}

/** Returns the outcome for a memo whose id exists but wasn't imported: it is the same memo. */
function thereAlready(
  memo: ImportMemo,
  there: { readonly id: string; readonly content: string; readonly deletedMs: number | null },
): Settled {
  const path = memo.from;
  if (there.deletedMs !== null) {
    const words = "already here, in the trash; restore it from there";
    return { memo, planned: null, row: rowOf(skipped(path, "removed-here", words)) };
  }
  const planned = { type: "same", id: there.id, isUnlinked: false, run: null } as const;
  const own = memo.text.map((part) => (typeof part === "string" ? part : part.otherwise)).join("");
  if (withoutFileNames(normaliseText(own)) === withoutFileNames(there.content)) {
    return { memo, planned, row: { outcome: "same", path, code: "", words: "" } };
  }
  const words = "already here with a different text; your copy wasn't touched";
  return { memo, planned, row: rowOf(skipped(path, "differs-here", words)) };
}
