import { type ImportFile, type ImportMemo, type ImportNote, problem } from "../model.ts";
import type { ImportTarget } from "../target/import-target.ts";

type Target = Pick<ImportTarget, "uploadBytes">;

/** Returns true if a file's declared size exceeds the upload limit. */
export function isTooLarge({ uploadBytes }: Target, { sizeBytes }: ImportFile): boolean {
  return sizeBytes !== null && sizeBytes > uploadBytes();
}

/** Returns a note for each file of a memo that is known to be too large before it is read. */
export function tooLargeFiles(target: Target, { from, files }: ImportMemo): ImportNote[] {
  return files
    .filter((file) => isTooLarge(target, file))
    .map(({ filename, sizeBytes }) => {
      const words = `it is ${sizeBytes} bytes, and a file has at most ${target.uploadBytes()}`;
      return problem(from, "file", `its file "${filename}" was skipped: ${words}`);
    });
}
