import type { TransferFailure } from "@tidemark/core/router";
import { isDiskFull, isQuotaFull } from "../archive/disk-full.ts";
import { SourceRefused } from "../archive/source-tree.ts";
import { ExportRefused } from "../tidemark/export-sink.ts";

/** Returns the failure to show for an expected error; null for a bug. */
export function failureOf(error: unknown): TransferFailure | null {
  if (error instanceof SourceRefused) {
    const { code, words, people, path } = error;
    return { code, words, people, ...(path !== null && { path }) };
  }
  if (error instanceof ExportRefused) {
    return { code: "not-written", words: error.message, people: [] };
  }
  if (isQuotaFull(error)) {
    const words = "this browser has no more space for Tidemark";
    return { code: "no-space", words, people: [] };
  }
  if (isDiskFull(error)) return { code: "no-room", words: "the disk is full", people: [] };
  return null;
}

/** Failure shown for unexpected errors, whose messages are only logged. */
export const fault: TransferFailure = {
  code: "fault",
  words: "something went wrong",
  people: [],
};
