import type { TransferFailure } from "@tidemark/core/router";
import { ExportRefused, isDiskFull, SourceRefused } from "@tidemark/transfer";

/** What is said of a source that could not be read; null: it is a fault of ours. */
export function failureOf(error: unknown): TransferFailure | null {
  if (error instanceof SourceRefused) {
    const { code, words, people, path } = error;
    return { code, words, people, ...(path !== null && { path }) };
  }
  if (error instanceof ExportRefused) {
    return { code: "not-written", words: error.message, people: [] };
  }
  if (isDiskFull(error)) return { code: "no-room", words: "the disk is full", people: [] };
  return null;
}

/** What failed by a fault of ours: its words are for the log. */
export const fault: TransferFailure = {
  code: "fault",
  words: "something went wrong",
  people: [],
};
