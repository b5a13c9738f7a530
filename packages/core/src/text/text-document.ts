import * as Y from "yjs";
import { normaliseText } from "../markdown/index.ts";
import { err, ok } from "../error/result.ts";
import { inspectUpdate } from "./inspect-update.ts";
import { heldMerge, MergeElsewhere, mergeLimitHere, type UpdateJob } from "./merge-elsewhere.ts";
import {
  applyCounted,
  canBeReadAgain,
  maxMergeSteps,
  maxReadSteps,
  openCounted,
  TooMuchWork,
} from "./merge-work.ts";
import { diffText } from "./text-diff.ts";
import { newDocument } from "./new-document.ts";
import { clientIdFrom } from "./text-hash.ts";
import type { MemoText, Merged } from "./memo-text.ts";

/** Name of the only shared text in a memo's document. */
export const textName = "content";

/**
 * Builds the document of a memo whose history is one insert. Every replica builds the same bytes from the
 * same text, so such a document is never sent (T4).
 */
export function seedState(memo: string, gen: number, content: string): Uint8Array {
  const doc = newDocument();
  doc.clientID = seedClientId(memo, gen, content);
  doc.getText(textName).insert(0, content);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return state;
}

/** Returns the client id of a seed. */
export function seedClientId(memo: string, gen: number, content: string): number {
  return clientIdFrom(`seed\n${memo}\n${gen}\n${content}`);
}

/**
 * Returns the text of the document without normalising it. Throws if the state isn't a document or takes too
 * much work to read.
 */
export function documentText(current: MemoText): string {
  const doc = openCounted(maxReadSteps);
  applyCounted(doc, documentState(current));
  const said = doc.getText(textName).toString();
  doc.destroy();
  return said;
}

/** Returns the clients that wrote a document. Two documents with a common client share a history. */
export function documentClients(current: MemoText): ReadonlySet<number> {
  return new Set(documentEnds(current).keys());
}

/** Returns how many letters each client wrote in a document, deleted ones included. */
export function documentEnds(current: MemoText): ReadonlyMap<number, number> {
  return Y.decodeStateVector(Y.encodeStateVectorFromUpdate(documentState(current)));
}

/**
 * Returns true if two documents of one generation may be merged. Merging documents with separate seeds would
 * duplicate the text. The first generation always has a single seed.
 */
export function areOfOneHistory(one: MemoText, other: MemoText): boolean {
  if (one.text.gen === 1) return true;
  const clients = documentClients(one);
  const others = documentClients(other);
  if (clients.size === 0 || others.size === 0) return true;
  return [...clients].some((client) => others.has(client));
}

/** Returns the whole document as a Yjs update, built from the seed if none is stored. */
export function documentState({ memo, content, text }: MemoText): Uint8Array {
  return text.state ?? seedState(memo, text.gen, content);
}

/**
 * Merges an update into a text. The resulting content is normalised. Throws `MergeElsewhere` in a process
 * that runs long merges on another thread.
 */
export function applyTextUpdate(current: MemoText, update: Uint8Array): Merged {
  const job = { current, update };
  const known = heldMerge(job);
  if (known !== null) return known;
  const limit = mergeLimitHere();
  const merged = mergeTextUpdate(job, limit);
  const isLong = !merged.ok && merged.error.type === "too-complex" && limit < maxMergeSteps;
  if (isLong) throw new MergeElsewhere(job);
  return merged;
}

/** Merges an update on this thread, within `maxSteps` and the limit of every merge. */
export function mergeTextUpdate({ current, update }: UpdateJob, maxSteps = maxMergeSteps): Merged {
  if (!inspectUpdate(update).ok) return err({ type: "invalid-update" });
  const doc = openCounted(Math.min(maxSteps, maxMergeSteps));
  try {
    try {
      applyCounted(doc, documentState(current));
    } catch (error) {
      if (error instanceof TooMuchWork) return err({ type: "too-complex" });
      throw error;
    }
    let isNew = false;
    doc.on("update", () => (isNew = true));
    try {
      applyCounted(doc, update);
    } catch (error) {
      return err({ type: error instanceof TooMuchWork ? "too-complex" : "invalid-update" });
    }
    if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) {
      return err({ type: "missing-base" });
    }
    if (!isNew) return ok({ content: current.content, text: current.text });
    const state = Y.encodeStateAsUpdate(doc);
    // Every later edit reads the stored document, on the thread that handles requests.
    if (!canBeReadAgain(doc, state, maxSteps)) return err({ type: "too-complex" });
    const content = normaliseText(doc.getText(textName).toString());
    return ok({ content, text: { gen: current.text.gen, state } });
  } finally {
    doc.destroy();
  }
}

/**
 * Returns the smallest Yjs update by `clientId` that changes a text to `next`; null if it is equal already.
 */
export function textUpdateTo(current: MemoText, next: string, clientId: number): Uint8Array | null {
  const doc = newDocument();
  try {
    Y.applyUpdate(doc, documentState(current));
    const text = doc.getText(textName);
    const edits = diffText(text.toString(), next);
    if (edits.length === 0) return null;
    const known = Y.encodeStateVector(doc);
    doc.clientID = clientId;
    doc.transact(() => {
      for (const edit of edits.toReversed()) {
        if (edit.remove > 0) text.delete(edit.at, edit.remove);
        if (edit.insert !== "") text.insert(edit.at, edit.insert);
      }
    });
    return Y.encodeStateAsUpdate(doc, known);
  } finally {
    doc.destroy();
  }
}

/** Returns the Yjs update that changes one state of a document into a later one. */
export function textUpdateSince(earlier: MemoText, later: MemoText): Uint8Array {
  const known = Y.encodeStateVectorFromUpdate(documentState(earlier));
  return Y.diffUpdate(documentState(later), known);
}

/** Merges updates into one with the same effect, in any order. */
export function mergeTextUpdates(updates: readonly Uint8Array[]): Uint8Array {
  return Y.mergeUpdates([...updates]);
}
