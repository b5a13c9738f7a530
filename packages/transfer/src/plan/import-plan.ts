import type { ImportNote, ImportSource } from "../model.ts";

/** What becomes of a memo of a source. */
export type PlannedMemo =
  /** It comes, under this id; `files`: ids of its attachments where it was begun before. */
  | {
      readonly type: "new";
      readonly id: string;
      /** Where it is in the source, for people. */
      readonly from: string;
      /** The source asked for the id. */
      readonly isWanted: boolean;
      readonly files: readonly string[];
      readonly digest: string;
      /** The import that began it; null: none. */
      readonly run: string | null;
    }
  /** It is here from an earlier import; `isUnlinked`: what it refers to is still to be linked. */
  | {
      readonly type: "same";
      readonly id: string;
      readonly isUnlinked: boolean;
      readonly run: string | null;
    };

/** A line of the table that a person is shown before anything is written. */
export interface PlanRow {
  readonly outcome: "new" | "same" | "skipped" | "problem";
  /** Where it is in the source. */
  readonly path: string;
  /** "" for what simply comes. */
  readonly code: string;
  readonly words: string;
}

export interface ImportCounts {
  readonly new: number;
  readonly same: number;
  readonly skipped: number;
  readonly problems: number;
}

/** What an import of a source would do. Nothing was written for it. */
export interface ImportPlan {
  readonly source: ImportSource;
  /** What comes or is here, by its key in the source. */
  readonly memos: ReadonlyMap<string, PlannedMemo>;
  readonly rows: readonly PlanRow[];
  readonly counts: ImportCounts;
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
