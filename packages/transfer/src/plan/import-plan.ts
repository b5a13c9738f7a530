import type { ImportNote, ImportSource } from "../model.ts";

/** Planned outcome for a memo of a source. */
export type PlannedMemo =
  /** Will be imported under this id; `files` are the ids of its attachments from an interrupted import. */
  | {
      readonly type: "new";
      readonly id: string;
      /** Location in the source, for people. */
      readonly from: string;
      /** Set if the source requested the id. */
      readonly isWanted: boolean;
      readonly files: readonly string[];
      readonly digest: string;
      /** Import that started it, or null. */
      readonly run: string | null;
    }
  /** Exists from an earlier import; `isUnlinked` if its references still have to be linked. */
  | {
      readonly type: "same";
      readonly id: string;
      readonly isUnlinked: boolean;
      readonly run: string | null;
    };

/** Row of the table that the user sees before anything is written. */
export interface PlanRow {
  readonly outcome: "new" | "same" | "skipped" | "problem";
  /** Location in the source. */
  readonly path: string;
  /** Reason for the outcome; "" for a plain import. */
  readonly code: string;
  readonly words: string;
}

export interface ImportCounts {
  readonly new: number;
  readonly same: number;
  readonly skipped: number;
  readonly problems: number;
}

/** Outcome of an import of a source, computed without writing. */
export interface ImportPlan {
  readonly source: ImportSource;
  /** New and existing memos by key in the source. */
  readonly memos: ReadonlyMap<string, PlannedMemo>;
  readonly rows: readonly PlanRow[];
  readonly counts: ImportCounts;
  /** Number of new memos that are in a folder of the source. */
  readonly inFolders: number;
}

export function countRows(rows: readonly Pick<PlanRow, "outcome">[]): ImportCounts {
  const count = (outcome: PlanRow["outcome"]): number =>
    rows.reduce((sum, row) => sum + (row.outcome === outcome ? 1 : 0), 0);
  return {
    new: count("new"),
    same: count("same"),
    skipped: count("skipped"),
    problems: count("problem"),
  };
}

export function rowOf({ type, path, code, words }: ImportNote): PlanRow {
  return { outcome: type, path, code, words };
}
