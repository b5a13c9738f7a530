import * as Y from "yjs";
import { seedState, textName } from "@tidemark/core/text";
import { createSeededDraw, type SeededDraw } from "../seeded-draw.ts";

/** Replaces characters of a text. */
export interface Change {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Number of renewals, and what renewal stores beside the document. */
export interface Renewals {
  readonly forSize: number;
  readonly forQuiet: number;
  /** Size of the ended documents that are still stored. */
  readonly endedBytes: number;
}

/** A memo's document over years of editing sessions. */
export interface EditedDocument {
  readonly gen: number;
  readonly text: string;
  readonly sessions: number;
  /** Types the changes in one editing session, with a client id of its own. */
  edit(atMs: number, changes: readonly Change[]): void;
  /** Returns `null` while the document has only its seed, which replicas don't store. */
  state(): Uint8Array | null;
  /** Renews the document if it is due at `nowMs`, as the server's hourly job does. */
  renewals(nowMs: number): Renewals;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Thresholds of R14, as in `packages/core/src/upkeep/renew-documents.ts`. */
const quietMs = 30 * dayMs;
const keptMs = 180 * dayMs;
const maxDocuments = 12;

/** Sessions typed in one batch, because scanning all clients for each would take hours. */
const maxWaiting = 100;
/** Mistyped and corrected characters per hundred, of people at a keyboard. */
const typosInHundred = 3;

/** Creates a document that is renewed by the rule, or never. */
export function createEditedDocument(given: {
  readonly memo: string;
  readonly content: string;
  readonly createdMs: number;
  readonly isRenewed: boolean;
}): EditedDocument {
  const { memo, isRenewed } = given;
  const { clients, keys } = drawsOf(memo);
  let content = given.content;
  let gen = 1;
  let lastMs = given.createdMs;
  let isSeed = true;
  let sessions = 0;
  let waiting: { readonly client: number; readonly changes: readonly Change[] }[] = [];
  let doc = open(memo, gen, content);
  const renewed = { forSize: 0, forQuiet: 0 };
  const ended: { atMs: number; bytes: number }[] = [];

  /** Types the pending changes in one transaction, which gives the same document as one for each key. */
  function flush(): void {
    const text = doc.getText(textName);
    doc.transact(() => {
      for (const { client, changes } of waiting) {
        doc.clientID = client;
        for (const change of changes) typed(change, keys).forEach((each) => apply(text, each));
      }
    });
    waiting = [];
  }

  function renewIfDue(nowMs: number): void {
    const idleMs = nowMs - lastMs;
    if (!isRenewed || isSeed || idleMs < hourMs) return;
    flush();
    const bytes = Y.encodeStateAsUpdate(doc).length;
    const isLarge = bytes > 4 * Buffer.byteLength(content) + 4096;
    if (!isLarge && idleMs < quietMs) return;
    renewed[isLarge ? "forSize" : "forQuiet"] += 1;
    ended.push({ atMs: lastMs + (isLarge ? hourMs : quietMs), bytes });
    gen += 1;
    isSeed = true;
    doc.destroy();
    doc = open(memo, gen, content);
  }

  return {
    get gen() {
      return gen;
    },
    get text() {
      return content;
    },
    get sessions() {
      return sessions;
    },
    edit(atMs, changes) {
      renewIfDue(atMs);
      lastMs = atMs;
      if (changes.length === 0) return;
      sessions += 1;
      isSeed = false;
      waiting.push({ client: clients.below(2 ** 32), changes });
      for (const { at, remove, insert } of changes) {
        content = content.slice(0, at) + insert + content.slice(at + remove);
      }
      if (waiting.length >= maxWaiting) flush();
    },
    state() {
      flush();
      return isSeed ? null : Y.encodeStateAsUpdate(doc);
    },
    renewals(nowMs) {
      renewIfDue(nowMs);
      const kept = ended.filter(({ atMs }) => nowMs - atMs < keptMs).slice(-maxDocuments);
      return { ...renewed, endedBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}

function open(memo: string, gen: number, content: string): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedState(memo, gen, content));
  return doc;
}

/** Returns the random sources for client ids and for typing errors. */
export function drawsOf(memo: string): { readonly clients: SeededDraw; readonly keys: SeededDraw } {
  return {
    clients: createSeededDraw(`clients of ${memo}`),
    keys: createSeededDraw(`keys of ${memo}`),
  };
}

/** Returns the change as typed by a person, with some wrong keys and their corrections. */
export function typed({ at, remove, insert }: Change, draw: SeededDraw): Change[] {
  const strokes: Change[] = remove > 0 ? [{ at, remove, insert: "" }] : [];
  let from = 0;
  for (let i = 1; i < insert.length; i += 1) {
    if (draw.below(100) >= typosInHundred) continue;
    strokes.push({ at: at + from, remove: 0, insert: insert.slice(from, i) });
    strokes.push({ at: at + i, remove: 0, insert: "x" }, { at: at + i, remove: 1, insert: "" });
    from = i;
  }
  if (from < insert.length) strokes.push({ at: at + from, remove: 0, insert: insert.slice(from) });
  return strokes;
}

export function apply(text: Y.Text, { at, remove, insert }: Change): void {
  if (remove > 0) text.delete(at, remove);
  if (insert !== "") text.insert(at, insert);
}
