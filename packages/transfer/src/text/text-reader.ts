import { joinBytes } from "../bytes/join-bytes.ts";
import { toUtf8 } from "../bytes/text-bytes.ts";
import { readBytesIfAny, type SourceTree } from "../archive/source-tree.ts";
import { decodeAs } from "../encodings/candidates.ts";
import { beyondAscii, type Recognised, recognise } from "../encodings/recognise.ts";
import { isNote } from "../archive/note-name.ts";
import { decodeUnicode } from "../encodings/decode-text.ts";

export interface DecodedText {
  readonly text: string;
  /** Reason why letters may be wrong, or null. */
  readonly doubt: string | null;
}

/** Limits of the notes to compare: their number, and bytes of one and of all. */
const maxNotes = 2000;
const maxNoteBytes = 1024 * 1024;
const maxTotalBytes = 16 * 1024 * 1024;
const maxEvidence = 32 * 1024;

/** Score that other evidence adds to an encoding; more than names or a line usually decide. */
const bonus = 2;

const evidences = new WeakMap<SourceTree, Promise<Recognised | null>>();

/**
 * Decodes a note of a tree in any encoding. A text that is too short to recognize its encoding gets the one of
 * all notes together, if that is certain. Returns null for bytes that aren't text.
 */
export async function decodeNote(tree: SourceTree, bytes: Uint8Array): Promise<DecodedText | null> {
  const text = decodeUnicode(bytes);
  if (text !== null) return { text, doubt: null };
  if (bytes.includes(0)) return null;
  const alone = recognise(bytes);
  if (alone.isSure) return { text: decodeAs(alone.label, bytes), doubt: null };
  let evidence = evidences.get(tree);
  if (evidence === undefined) {
    evidence = evidenceOf(tree);
    evidences.set(tree, evidence);
  }
  const shared = await evidence;
  const joined =
    shared?.isSure === true
      ? recognise(bytes, (label) => (label === shared.label ? bonus : 0))
      : alone;
  const decoded = decodeAs(joined.label, bytes);
  const isShared = joined.label === shared?.label && shared.isSure && !decoded.includes("\uFFFD");
  if (joined.isSure || isShared) return { text: decoded, doubt: null };
  const doubt = `its encoding isn't certain; it was read as ${joined.label}, so check its letters`;
  return { text: decoded, doubt };
}

/** Recognizes the encoding of all notes of a tree together that aren't Unicode; null if there are none. */
async function evidenceOf(tree: SourceTree): Promise<Recognised | null> {
  const parts: Uint8Array[] = [];
  let length = 0;
  let read = 0;
  const notes = tree.entries.filter(
    ({ path, sizeBytes }) => isNote(path) && sizeBytes <= maxNoteBytes,
  );
  for (const { path, sizeBytes } of notes.slice(0, maxNotes)) {
    read += sizeBytes;
    if (read > maxTotalBytes || length >= maxEvidence) break;
    const bytes = await readBytesIfAny(tree, path, maxNoteBytes);
    if (bytes === null || bytes.includes(0) || decodeUnicode(bytes) !== null) continue;
    const part = beyondAscii(bytes, 2048);
    parts.push(part, toUtf8("\n"));
    length += part.length;
  }
  if (parts.length === 0) return null;
  return recognise(joinBytes(parts), (label) => (label === tree.nameEncoding ? bonus : 0));
}
