import { type ImportFile, type ImportMemo, type ImportNote, problem } from "../model.ts";
import type { ImportTarget } from "../target/import-target.ts";

type Target = Pick<ImportTarget, "uploadBytes">;

/** Whether a file says of itself that it does not fit. */
export function isTooLarge({ uploadBytes }: Target, { sizeBytes }: ImportFile): boolean {
  return sizeBytes !== null && sizeBytes > uploadBytes();
}

/** Of which files of a memo it is known before they are read. */
export function tooLargeFiles(target: Target, { from, files }: ImportMemo): ImportNote[] {
  return files
    .filter((file) => isTooLarge(target, file))
    .map(({ filename, sizeBytes }) => {
      const words = `it is ${sizeBytes} bytes, and a file has at most ${target.uploadBytes()}`;
      return problem(from, "file", `its file "${filename}" was skipped: ${words}`);
    });
}
