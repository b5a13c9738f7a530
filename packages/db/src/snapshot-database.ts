import { err, ok, type Result } from "@tidemark/core";
import { shutdownKey } from "./open-database.ts";
import { snapshotOnThread } from "./dialect/node/snapshot.ts";

export interface SnapshotOptions {
  /** Path of the database, which any process may write to meanwhile. */
  readonly from: string;
  /** Path of a file that doesn't exist; after a failure the caller must delete it. */
  readonly to: string;
  /** Keys of `meta` with secrets; no byte of them is in the copy. */
  readonly without: readonly string[];
  /** Keys of `meta` whose stored values are returned. */
  readonly read: readonly string[];
  /**
   * True to refuse a database with tables, views or triggers that aren't ours, before any of them can run.
   */
  readonly checksSchema?: boolean;
  readonly signal?: AbortSignal;
}

export interface Snapshot {
  /** Number of memos in the copy, without comments and the trash. */
  readonly memos: number;
  readonly bytes: number;
  readonly values: Readonly<Record<string, string | null>>;
}

export type SnapshotError =
  | { readonly type: "damaged"; readonly message: string }
  /** The schema was checked, and its version is newer than this program knows. */
  | { readonly type: "newer"; readonly message: string }
  /** `code` is the code of SQLite or of the system. */
  | { readonly type: "not-copied"; readonly code: string; readonly message: string };

/**
 * Copies a database as of one moment into one file and checks the copy, in a separate thread. Rejects with
 * the signal's reason on abort.
 */
export async function snapshotDatabase(
  options: SnapshotOptions,
): Promise<Result<Snapshot, SnapshotError>> {
  const { from, to, without, read, checksSchema = false, signal } = options;
  // Opening the copy then skips the damage check.
  const set = { [shutdownKey]: "clean" };
  const answer = await snapshotOnThread({ from, to, without, set, read, checksSchema }, signal);
  switch (answer.type) {
    case "done": {
      const { memos, bytes, values } = answer;
      return ok({ memos, bytes, values });
    }
    case "damaged":
      return err({ type: "damaged", message: `${from}: ${answer.findings.join("; ")}` });
    case "newer":
      return err({ type: "newer", message: `${from}: its schema is newer than this program` });
    case "failed": {
      const { code, message } = answer;
      if (code === null) throw new Error(message);
      const isDamaged = code.startsWith("SQLITE_CORRUPT") || code === "SQLITE_NOTADB";
      if (isDamaged) return err({ type: "damaged", message: `${from}: ${message}` });
      return err({ type: "not-copied", code, message: `${from}: ${message}` });
    }
  }
}
