import { gzipSync } from "node:zlib";
import * as Y from "yjs";
import {
  applyTextUpdate,
  inspectUpdate,
  textName,
  textUpdateTo,
  toBase64,
} from "@tidemark/core/text";
import type { EditedDocument } from "./edited-document.ts";

export interface DocumentCost {
  readonly textBytes: number;
  readonly documentBytes: number;
  /** Compressed bytes of its text in a sync response, without the document and with it. */
  readonly packedText: number;
  readonly packedRow: number;
  readonly clients: number;
  readonly pieces: number;
  /** Bytes of an edit through the API, which lists every deletion of the document. */
  readonly apiEditBytes: number;
  /** Compressed bytes of the document in Yjs's V2 encoding. */
  readonly packedV2: number;
  /** Processor time to open it in an editor, and to merge one more key into the stored document. */
  readonly openMs: number;
  readonly keyMs: number;
  /** Processor time of that key in the editor itself. */
  readonly editorMs: number;
  /** Kinds of edits that are refused: a key, an API edit, the whole document. */
  readonly refused: readonly string[];
}

/** Measures a document in its stored state. */
export function measureDocument(memo: string, document: EditedDocument): DocumentCost {
  const { gen, text: content } = document;
  const state = document.state();
  const sizes = {
    textBytes: Buffer.byteLength(content),
    documentBytes: state?.length ?? 0,
    packedText: gzipSync(JSON.stringify({ gen, content })).length,
  };
  if (state === null) {
    const none = { clients: 0, pieces: 0, apiEditBytes: 0, packedV2: 0 };
    const noTime = { openMs: 0, keyMs: 0, editorMs: 0 };
    return { ...sizes, ...none, ...noTime, refused: [], packedRow: sizes.packedText };
  }
  const open = (): Y.Doc => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, state);
    return doc;
  };
  const current = { memo, content, text: { gen, state } };
  const isTaken = (update: Uint8Array): boolean => applyTextUpdate(current, update).ok;
  const doc = open();
  const text = doc.getText(textName);
  const pieces = [...doc.store.clients.values()].reduce((sum, each) => sum + each.length, 0);
  const { size: clients } = doc.store.clients;
  let key = new Uint8Array();
  doc.once("update", (update: Uint8Array) => (key = new Uint8Array(update)));
  text.insert(content.length >> 1, "k");
  const apiEdit = textUpdateTo(current, `${content}k`, 1) ?? new Uint8Array();
  const refused = { key: isTaken(key), api: isTaken(apiEdit), whole: inspectUpdate(state).ok };
  return {
    ...sizes,
    packedRow: gzipSync(JSON.stringify({ gen, content, state: toBase64(state) })).length,
    packedV2: gzipSync(Y.convertUpdateFormatV1ToV2(state)).length,
    clients,
    pieces,
    apiEditBytes: apiEdit.length,
    openMs: cpuMs(open),
    keyMs: cpuMs(() => isTaken(key)),
    editorMs: cpuMs(() => text.insert(content.length >> 1, "k")),
    refused: Object.entries(refused).flatMap(([edit, taken]) => (taken ? [] : [edit])),
  };
}

/** Returns the processor time of one run, the median of five. */
function cpuMs(work: () => unknown): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return runs.toSorted((a, b) => a - b)[2] ?? 0;
}
