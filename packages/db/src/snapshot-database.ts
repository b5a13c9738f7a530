import { err, ok, type Result } from "@tidemark/core";
import { shutdownKey } from "./open-database.ts";
import { snapshotOnThread } from "./dialect/node/snapshot.ts";

export interface SnapshotOptions {
  /** The database, which any process may go on writing. */
  readonly from: string;
  /** A file that is not there; what stands there after a failure is for the caller to remove. */
  readonly to: string;
  /** Keys of `meta` that hold what opens something: no byte of them is in the copy. */
  readonly without: readonly string[];
  /** Keys of `meta` whose values, as they are kept, are to be said. */
  readonly read: readonly string[];
  /** Refuses a database with tables, views or triggers that aren't ours, before any of them can run. */
  readonly checksSchema?: boolean;
  readonly signal?: AbortSignal;
}

export interface Snapshot {
  /** How many memos the copy lists: without comments, and without the trash. */
  readonly memos: number;
  readonly bytes: number;
  readonly values: Readonly<Record<string, string | null>>;
}

export type SnapshotError =
  | { readonly type: "damaged"; readonly message: string }
  /** Its schema was checked, and is of a version that this program doesn't know. */
  | { readonly type: "newer"; readonly message: string }
  /** By the codes of SQLite and of the system. */
  | { readonly type: "not-copied"; readonly code: string; readonly message: string };

/**
 * Copies a database as of one moment into one file and looks the copy through, on a thread of its
 * own: nothing here waits for it but its caller. Rejects with the signal's reason when that ends it.
 */
export async function snapshotDatabase(
  options: SnapshotOptions,
): Promise<Result<Snapshot, SnapshotError>> {
  const { from, to, without, read, checksSchema = false, signal } = options;
  // The next who opens the copy need not look it through.
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
