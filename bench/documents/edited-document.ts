import * as Y from "yjs";
import { seedState, textName } from "@tidemark/core/text";
import { createSeededDraw, type SeededDraw } from "../seeded-draw.ts";

/** Replaces characters of a text. */
export interface Change {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** How often the document was renewed, and what renewal stores beside it. */
export interface Renewals {
  readonly forSize: number;
  readonly forQuiet: number;
  /** The ended documents that are kept now. */
  readonly endedBytes: number;
}

/** A memo's document over years of editing sessions. */
export interface EditedDocument {
  readonly gen: number;
  readonly text: string;
  readonly sessions: number;
  /** Types the changes one after the other, at the keyboard, as an editor of its own. */
  edit(atMs: number, changes: readonly Change[]): void;
  /** Null while the document has only its seed, which no replica stores. */
  state(): Uint8Array | null;
  /** Renews what is due by then, as the server's hourly job does. */
  renewals(nowMs: number): Renewals;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** The rule of R14, as `packages/core/src/upkeep/renew-documents.ts` has it. */
const quietMs = 30 * dayMs;
const keptMs = 180 * dayMs;
const keptDocuments = 12;

/** Sessions that are typed together: looking through all clients for each would take hours. */
const maxWaiting = 100;
/** Mistyped and corrected characters of a hundred, of people at a keyboard. */
const typosInHundred = 3;

/** A document that is renewed by the rule, or never. */
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

  /** Types what waits, in one transaction, which comes to the same document as one for each key. */
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
      const kept = ended.filter(({ atMs }) => nowMs - atMs < keptMs).slice(-keptDocuments);
      return { ...renewed, endedBytes: kept.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  };
}

function open(memo: string, gen: number, content: string): Y.Doc {
  const doc = new Y.Doc();
  Y.applyUpdate(doc, seedState(memo, gen, content));
  return doc;
}

/** The ids of editing sessions, and what goes wrong while somebody types. */
export function drawsOf(memo: string): { readonly clients: SeededDraw; readonly keys: SeededDraw } {
  return {
    clients: createSeededDraw(`clients of ${memo}`),
    keys: createSeededDraw(`keys of ${memo}`),
  };
}

/** The same change as somebody types it who now and then hits a wrong key and takes it back. */
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
