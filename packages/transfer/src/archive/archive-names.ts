import { addLinkedNames, type DecodedNames, decodeNames } from "../encodings/decode-names.ts";
import { beyondAscii, recognise } from "../encodings/recognise.ts";
import { joinBytes } from "../bytes/join-bytes.ts";
import { fromLatin1, toUtf8 } from "../bytes/text-bytes.ts";
import { isNote } from "./note-name.ts";
import { decodeUnicode } from "../encodings/decode-text.ts";
import { readBytesIfAny, type SourceProblem } from "./source-tree.ts";

/** Entry of an archive whose name isn't decoded yet. */
export interface RawEntry {
  readonly name: Uint8Array;
  readonly sizeBytes: number;
  open(): AsyncIterable<Uint8Array>;
}

/** Limits of the notes that are read to recognize the encoding of names: of one, and of all. */
const maxNoteBytes = 256 * 1024;
const maxEvidenceBytes = 8 * 1024 * 1024;
const maxSample = 2048;

/** Decodes the names of an archive's entries. Reads notes only if the names alone aren't certain. */
export async function namesOf(entries: readonly RawEntry[]): Promise<DecodedNames> {
  const raw = entries.map(({ name }) => name);
  return decodeNames(raw, async () => {
    const linked = new Set<string>();
    const samples: Uint8Array[] = [];
    let read = 0;
    for (const { name, sizeBytes, open } of entries) {
      const path = fromLatin1(name);
      if (!isNote(path) || sizeBytes > maxNoteBytes) continue;
      read += sizeBytes;
      if (read > maxEvidenceBytes) break;
      const bytes = await readBytesIfAny({ open }, path, maxNoteBytes);
      const text = bytes === null ? null : decodeUnicode(bytes);
      if (text !== null) addLinkedNames(text, linked);
      else if (bytes?.includes(0) === false) samples.push(beyondAscii(bytes, maxSample), lineEnd);
    }
    const notes = samples.length === 0 ? null : recognise(joinBytes(samples));
    return { linked, encoding: notes?.isSure === true ? notes.label : null };
  });
}

const lineEnd = toUtf8("\n");

/** Returns a problem of an archive if the encoding of its names isn't certain. */
export function nameProblems(
  archive: string,
  { encoding, isSure }: Pick<DecodedNames, "encoding" | "isSure">,
): SourceProblem[] {
  if (isSure) return [];
  const words = `the encoding of its names isn't certain; they were read as ${encoding}, so check their letters`;
  return [{ path: archive, code: "encoding", words }];
}
