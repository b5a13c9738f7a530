import { listRevisions, memoEtag, restoreRevision } from "@tidemark/core/memo";
import { hold } from "./failure.ts";
import { readableFor } from "./serve-message.ts";
import { changeWords, countWords, type WordChange, wordsIn } from "./words.ts";
import type { World } from "./world.ts";
import type { Writer } from "./writer.ts";

/** Time for which the server remembers a served text. */
const rememberedMs = 180 * 86_400_000;
/** Number of served texts of each memo that the server remembers. */
const rememberedTexts = 24;

/** Reads a memo as an API client, for a later change. */
export async function readMemo(world: World, writer: Writer, id: string): Promise<void> {
  const found = await writer.process.memos.get(writer.caller, id, { showDeleted: false });
  if (!found.ok) return;
  const { content } = found.value;
  const etag = memoEtag(found.value);
  const { nowMs: atMs } = world;
  world.lastRead.set(`${writer.name} ${id}`, { content, etag, epoch: world.server.epochs, atMs });
}

/**
 * T11, I8 · a write based on an older text is never refused and removes only words that its author
 * removed. The text that it replaces becomes a revision.
 */
export async function writeStale(
  world: World,
  writer: Writer,
  step: WordChange & { readonly memo: string },
): Promise<void> {
  const { caller, process, file, name } = writer;
  const key = `${name} ${step.memo}`;
  const read = world.lastRead.get(key);
  const before = file.memos().get(step.memo);
  if (read === undefined || before === undefined || before.creator !== caller.name) return;
  // An author can't read their comment if they can't read the memo that it is on.
  const isReadable = readableFor(world, caller.name).has(step.memo);
  const { content, removed } = changeWords(read.content, step);
  const options = { ifMatch: read.etag };
  if (isReadable) world.ledger.removed(removed);
  // This client restores words that the server lost in a restore, and a device does too.
  if (isReadable && read.epoch !== world.server.epochs) {
    world.ledger.repeated(wordsIn(content).filter((word) => !before.content.includes(word)));
  }
  const done = await process.memos.update(caller, step.memo, { content }, options);
  if (!isReadable) {
    hold("I3", !done.ok, () => `${name} wrote ${step.memo}, which it may not read`);
    return;
  }
  const isTooLarge = !done.ok && done.error.code === "TOO_LARGE";
  hold("T11", done.ok || isTooLarge || isInTrash(file, step.memo), () => {
    return `${name} may not write ${step.memo}: ${JSON.stringify(done)}`;
  });
  if (!done.ok) return;
  const after = done.value.content;
  const mine = new Set(wordsIn(content));
  const lost = wordsIn(before.content).filter((word) => !after.includes(word) && !mine.has(word));
  const unseen = lost.filter((word) => !read.content.includes(word));
  const isKnown =
    read.epoch === world.server.epochs &&
    world.nowMs - read.atMs < rememberedMs &&
    pastTexts(file, step.memo) < rememberedTexts;
  // Both replaced the same word: one reading stays, the other is in the history (T3b).
  const replaced = wordsIn(read.content).filter((word) => !before.content.includes(word));
  const isClash = replaced.some((word) => !mine.has(word));
  const isKept = unseen.every((word) => isInHistory(file, step.memo, word));
  hold("T11", !isKnown || unseen.length === 0 || (isClash && isKept), () => {
    return `${name} saw ${read.content}, wrote ${content} over ${before.content}: ${after}`;
  });
  world.ledger.removed(unseen);
  await readMemo(world, writer, step.memo);
}

function isInHistory(file: Writer["file"], memo: string, word: string): boolean {
  return file
    .all<{ memo: string; content: string }>("SELECT memo, content FROM revision")
    .some((revision) => revision.memo === memo && revision.content.includes(word));
}

/** Returns true if a memo or its parent is in the trash: trashing a memo trashes its comments. */
function isInTrash(file: Writer["file"], id: string): boolean {
  const memo = file.memos().get(id);
  if (memo === undefined) return false;
  return memo.deletedMs !== null || (memo.parent !== null && isInTrash(file, memo.parent));
}

function pastTexts(file: Writer["file"], memo: string): number {
  const rows = file.all<{ memo: string; n: number }>(
    "SELECT memo, count(*) AS n FROM past_text GROUP BY memo",
  );
  return rows.find((row) => row.memo === memo)?.n ?? 0;
}

/** I8 · restoring a revision sets the memo's text to it, and the replaced text becomes a revision. */
export async function bringBack(
  world: World,
  { caller, process, file }: Writer,
  { memo, nth }: { readonly memo: string; readonly nth: number },
): Promise<void> {
  const page = { pageSize: 50, pageToken: "" };
  const listed = await listRevisions(process.memoDeps, caller, memo, page);
  if (!listed.ok || listed.value.revisions.length === 0) return;
  const revision = listed.value.revisions[nth % listed.value.revisions.length];
  const before = file.memos().get(memo)?.content;
  if (revision === undefined || before === undefined) return;
  const kept = countWords(revision.content);
  world.ledger.removed(wordsIn(before).filter((word) => !kept.has(word)));
  // Two concurrent restores each insert their own copy of the words.
  const again = [...kept.keys()].filter((word) => !before.includes(word));
  world.ledger.repeated(again);
  const done = await restoreRevision(process.memoDeps, caller, memo, revision.id);
  hold("I8", !done.ok || done.value.content === revision.content, () => {
    return `revision ${revision.content} of ${memo} came back as ${JSON.stringify(done)}`;
  });
}
