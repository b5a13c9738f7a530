import { deriveMemo } from "@tidemark/core/markdown";
import type { MemoDerived, MemoRecord } from "@tidemark/core/model";
import type { MemoChange } from "@tidemark/core";
import { scopesOf, stampMs } from "@tidemark/core/model";
import { checkServerRegisters } from "./check-registers.ts";
import { checkChoices, checkValues } from "./check-values.ts";
import { textIndexNames } from "../../packages/db/src/text-index/index-digest.ts";
import { hold } from "./failure.ts";
import { spacesOf } from "./members.ts";
import type { ReplicaFile } from "./replica-file.ts";
import { checkNotified } from "./webhooks.ts";
import { countWords, wordsIn } from "./words.ts";
import type { World } from "./world.ts";

/** Checks the laws that hold for the server at any time. */
export async function checkServer(world: World): Promise<void> {
  const { server } = world;
  const version = server.file.version();
  const changes = server.changes.splice(0);
  if (version === server.checkedVersion) return;
  server.checkedVersion = version;
  const memos = server.file.memos();
  // One reading of a token stays in the text; words of the other are only in the history.
  for (const { choices } of changes) {
    for (const { ours, theirs } of choices?.clashes ?? []) {
      world.ledger.removed(wordsIn(choices?.keeps === "ours" ? theirs : ours));
    }
  }
  for (const memo of memos.values()) {
    const doubled = world.ledger.doubled(memo.content);
    hold("I4", doubled.length === 0, () => `the server has ${doubled.join()} twice in ${memo.id}`);
    world.ledger.onServer(memo.content);
  }
  checkDerived("the server", server.file);
  checkStamps(world, memos);
  await checkFeed(world, memos);
  checkLostChoices(world, memos);
  checkServerRegisters(world);
  checkRevisions(world, changes);
  checkValues(world, "the server", server.file);
  checkChoices(world);
  checkNotified(world, changes);
}

/** C5 · nothing is stamped far ahead of now, so every device can overwrite it. */
function checkStamps(world: World, memos: ReadonlyMap<string, MemoRecord>): void {
  for (const { id, stamps } of memos.values()) {
    for (const [field, stamp] of Object.entries(stamps)) {
      const aheadMs = stamp === undefined ? 0 : stampMs(stamp) - world.nowMs;
      hold("C5", aheadMs <= 61_000, () => `${field} of ${id} is stamped ${aheadMs} ms ahead`);
    }
  }
}

/** S4 · a note about an overridden choice is deleted with its memo. */
function checkLostChoices(world: World, memos: ReadonlyMap<string, MemoRecord>): void {
  const noted = world.server.file.all<{ memo: string; key: string }>(
    "SELECT memo, key FROM memo_note",
  );
  const ids = new Set([...memos.values()].map(({ id }) => id));
  for (const { memo, key } of noted) {
    hold("S4", ids.has(memo), () => `${key} of ${memo} outlived it`);
  }
}

/** I9 · derived data matches the content, and the indexes contain exactly these memos. */
export function checkDerived(name: string, file: ReplicaFile): void {
  const memos = file.memos();
  for (const memo of memos.values()) {
    if (derivedMemos.has(memo)) continue;
    const { id, content, tags, property, snippet } = memo;
    const derived = derivedOf(content);
    hold(
      "I9",
      JSON.stringify([tags, property, snippet]) ===
        JSON.stringify([derived.tags, derived.property, derived.snippet]),
      () => `${name} derives ${JSON.stringify({ tags, property, snippet })} for ${id}: ${content}`,
    );
    derivedMemos.add(memo);
  }
  const rows = file.all<{ memo_pk: number; tag: string }>("SELECT memo_pk, tag FROM memo_tag");
  const wanted = [...memos.values()].flatMap((memo) =>
    memo.tags.map((tag) => `${memo.number} ${tag}`),
  );
  const are = rows.map((row) => `${row.memo_pk} ${row.tag}`).toSorted();
  hold("I9", are.join("\n") === wanted.toSorted().join("\n"), () => {
    return `${name} has tag rows ${are.join()} for ${wanted.join()}`;
  });
  const [late] = file.all<{ after_pk: number }>("SELECT after_pk FROM late_text");
  const lateAfter = late?.after_pk ?? Number.POSITIVE_INFINITY;
  for (const index of textIndexNames) {
    const ids = file.all<{ rowid: number }>(`SELECT rowid FROM ${index} ORDER BY rowid`);
    const numbers = [...memos.values()]
      .map((memo) => memo.number)
      .filter((number) => number <= lateAfter)
      .toSorted((a, b) => a - b);
    hold("I9", ids.map((row) => row.rowid).join() === numbers.join(), () => {
      return `${name} indexes ${ids.length} rows in ${index} for ${numbers.length} memos`;
    });
  }
}

/** Memos whose derived data was compared with the content. */
const derivedMemos = new WeakSet<MemoRecord>();

const derivedByContent = new Map<string, MemoDerived>();

function derivedOf(content: string): MemoDerived {
  const known = derivedByContent.get(content) ?? deriveMemo(content);
  if (derivedByContent.size > 5000) derivedByContent.clear();
  derivedByContent.set(content, known);
  return known;
}

/**
 * I12 · the feed has an `up` row for each memo in each scope that shows it. Its `evict` rows are of
 * scopes that a memo left, its `del` rows of purged memos.
 */
async function checkFeed(world: World, memos: ReadonlyMap<string, MemoRecord>): Promise<void> {
  const { file } = world.server;
  const rows = file.all<{ scope: string; kind: string; entity: string; seq: number; op: string }>(
    "SELECT * FROM feed WHERE kind = 'memo'",
  );
  const gone = new Set(
    file.all<{ entity: string }>("SELECT entity FROM tombstone").map((row) => row.entity),
  );
  const reader = await file.peek.read((stores) => Promise.resolve(stores.memos));
  const shown = new Set<string>();
  for (const memo of memos.values()) {
    for (const scope of await scopesOf(reader, memo)) shown.add(`${scope} ${memo.id}`);
  }
  for (const { scope, entity, seq, op } of rows) {
    const memo = memos.get(entity);
    const where = (): string => `the feed has ${op} of ${entity} in ${scope} at ${seq}`;
    if (op === "del") {
      hold("I12", memo === undefined && gone.has(entity), where);
    } else {
      hold("I12", memo !== undefined, () => `${where()}, which is not there`);
      const isShown = shown.has(`${scope} ${entity}`);
      shown.delete(`${scope} ${entity}`);
      if (isShown !== (op === "up") && isNotifiedMember(scope, memo)) continue;
      hold("I12", isShown === (op === "up"), () => `${where()}, where it is ${isShown}`);
      if (op === "up") {
        const isNotified = isNotifiedMember(scope, memo) && seq > (memo?.seq ?? 0);
        hold(
          "I12",
          seq === memo?.seq || isNotified,
          () => `${where()}, the memo is at ${memo?.seq}`,
        );
      }
    }
  }
  for (const each of shown) {
    const [scope = "", id = ""] = each.split(" ");
    const memo = memos.get(id);
    const root = typeof memo?.parent === "string" ? memos.get(memo.parent) : memo;
    // A user who left a space gets `evict` rows. Like all, these are compacted after 180 days.
    const user = `users/${scope.slice("u:".length)}`;
    const hasLeft =
      isNotifiedMember(scope, root) && !spacesOf(world, user).includes(root?.space ?? "");
    hold("I12", hasLeft, () => `the feed has nothing of ${id} in ${scope}`);
  }
}

/** A7 · a user who leaves or rejoins a space has feed rows of its memos in their own scope. */
function isNotifiedMember(scope: string, memo: MemoRecord | undefined): boolean {
  return scope.startsWith("u:") && memo?.visibility === "SPACE";
}

/**
 * Time after a merge with stored revisions during which a merge that removes no word needs no revision.
 */
const mergeIntervalMs = 5 * 60_000;

/**
 * I8 · a replaced or merged text is stored as a revision. Exception: the result contains all its words,
 * and a merge shortly before stored one.
 */
function checkRevisions(world: World, changes: readonly MemoChange[]): void {
  const { file } = world.server;
  const replaced = changes.filter(({ before, after, textReason, otherText }) => {
    if (before === null || after === null || textReason === "edit") return false;
    const isReplaced = before.row.content !== after.row.content || otherText !== undefined;
    // A change whose transaction was rolled back isn't in the file.
    return isReplaced && file.memos().get(after.row.id)?.seq === after.row.seq;
  });
  if (replaced.length === 0) return;
  const revisions = file.all<{ memo: string; content: string; reason: string; at_ms: number }>(
    "SELECT memo, content, reason, at_ms FROM revision",
  );
  const kept = new Set(revisions.map(({ memo, content }) => `${memo} ${content}`));
  for (const { before, after, textReason, otherText, atMs } of replaced) {
    if (before === null || after === null) continue;
    const { id, content } = after.row;
    const isSoon =
      textReason === "merge" &&
      revisions.some(
        ({ memo, reason, at_ms }) =>
          memo === id && reason === "merge" && atMs - at_ms < mergeIntervalMs,
      );
    const words = countWords(content);
    for (const text of [before.row.content, otherText ?? content]) {
      const isWhole = [...countWords(text)].every(([word, n]) => n <= (words.get(word) ?? 0));
      const isKept = text === content || kept.has(`${id} ${text}`) || (isSoon && isWhole);
      hold("I8", isKept, () => `no revision keeps ${text}, which ${textReason} replaced`);
    }
  }
}
