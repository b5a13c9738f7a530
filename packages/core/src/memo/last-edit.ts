import {
  stampOf,
  type MemoElement,
  type MemoFieldName,
  type MemoRecord,
  type MemoRow,
} from "../model/memo.ts";
import type { AttachmentRow } from "../model/attachment.ts";
import { stampMs } from "../model/stamp.ts";

/** Last change of a memo's text or files. */
export interface LastEdit {
  /** Epoch ms; null if only a later change of something else is dated. */
  readonly atMs: number | null;
}

/** Changes in the first minute belong to writing the memo. */
const writingMs = 60_000;

/** Fields that say where a memo is and who reads it. Changing them updates its time, but isn't an edit. */
const placeFields = [
  "state",
  "visibility",
  "pinned",
  "space",
  "deletedMs",
  "location",
] as const satisfies readonly MemoFieldName[];

type Stamped = Pick<MemoRow, "createdMs" | "updatedMs" | "stamps">;

/** Returns true if the last change that updated a memo's time was neither of its text nor of its files. */
export function wasPlacedLast(
  { createdMs, updatedMs, stamps }: Stamped,
  elements: readonly MemoElement[],
): boolean {
  const last = stampOf(stamps, "updatedMs");
  return (
    updatedMs - createdMs > writingMs &&
    (placeFields.some((field) => stamps[field] === last) ||
      elements.some(({ stamp }) => stamp === last))
  );
}

/**
 * Returns the last edit of a memo; null if its text and files are as they were written (A37).
 * `evidence` is needed only if it was placed last: its files, and whether it has a document of its own.
 */
export function lastEdit(
  memo: Stamped & Pick<MemoRecord, "gen">,
  elements: readonly MemoElement[],
  evidence: { readonly hasDocument: boolean; readonly files: readonly AttachmentRow[] },
): LastEdit | null {
  const { createdMs, updatedMs, stamps, gen } = memo;
  if (updatedMs - createdMs <= writingMs) return null;
  if (!wasPlacedLast(memo, elements)) return { atMs: updatedMs };
  // Its first stamp, because an imported memo is older than its files here.
  const writtenMs = stampMs(stamps["*"]) + writingMs;
  const hasLateFile = evidence.files.some((file) => stampMs(file.stamps.link) > writtenMs);
  return gen > 1 || evidence.hasDocument || hasLateFile ? { atMs: null } : null;
}
