import * as Y from "yjs";
import { applyCounted, maxReadSteps, openCounted } from "../merge-work.ts";
import type { MemoText } from "../memo-text.ts";
import { replacedRange } from "../replaced-range.ts";
import { diffText, type TextEdit } from "../text-diff.ts";
import { documentState, textName } from "../text-document.ts";

/** Part of a text, in UTF-16 units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns the base of a merge with the insertions that both sides made as one: those of the current document
 * that an update repeats. Two copies of a profile send the edits that were pending when it was copied, and a
 * merge of texts would insert these twice. `theirs`: the sender's text.
 */
export function withSharedInserts(
  base: string,
  current: MemoText,
  { update, theirs }: { readonly update: Uint8Array; readonly theirs: string },
): string {
  const state = documentState(current);
  const known = Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state));
  const { from, to } = Y.parseUpdateMeta(update);
  const isRepeated = (client: number, clock: number): boolean =>
    clock >= (from.get(client) ?? Infinity) && clock < (to.get(client) ?? 0);
  if (![...from].some(([client, clock]) => clock < (known.get(client) ?? 0))) return base;
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, state);
  const shared = spansWhere(doc, isRepeated);
  const ours = doc.getText(textName).toString();
  doc.destroy();
  return withInserts(base, diffText(base, ours), { shared, theirEdits: diffText(base, theirs) });
}

/** Returns the parts of a document's text with ids that satisfy a condition, in order. */
function spansWhere(doc: Y.Doc, isMeant: (client: number, clock: number) => boolean): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (let item = doc.getText(textName)._start; item !== null; item = item.right) {
    if (item.deleted) continue;
    const { client, clock } = item.id;
    for (let i = 0; i < item.length; i += 1) {
      if (!isMeant(client, clock + i)) continue;
      const last = spans.at(-1);
      if (last?.end === at + i) spans[spans.length - 1] = { start: last.start, end: at + i + 1 };
      else spans.push({ start: at + i, end: at + i + 1 });
    }
    at += item.length;
  }
  return spans;
}

function withInserts(
  base: string,
  edits: readonly TextEdit[],
  { shared, theirEdits }: { readonly shared: readonly Span[]; readonly theirEdits: TextEdit[] },
): string {
  let text = "";
  let at = 0;
  // Position in our text minus that in the base.
  let shift = 0;
  for (const edit of edits) {
    const { at: start, remove, insert } = exactEdit(base, edit);
    const kept = insertedIn(insert, start + shift, shared);
    shift += insert.length - remove;
    const isRemovedByBoth =
      remove === 0 ||
      theirEdits.some((their) => their.at <= start && their.at + their.remove >= start + remove);
    if (kept === "" || !isRemovedByBoth) continue;
    text += base.slice(at, start) + kept;
    at = start + remove;
  }
  return text + base.slice(at);
}

/** Returns an edit of whole words without the letters that it leaves as they are. */
function exactEdit(base: string, { at, remove, insert }: TextEdit): TextEdit {
  const exact = replacedRange(base.slice(at, at + remove), insert);
  return { ...exact, at: at + exact.at };
}

/** Returns the letters of an insertion at a position that are within some spans. */
function insertedIn(insert: string, at: number, spans: readonly Span[]): string {
  return spans
    .map(({ start, end }) => insert.slice(Math.max(0, start - at), Math.max(0, end - at)))
    .join("");
}
