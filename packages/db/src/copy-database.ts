import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { sqliteErrorCode } from "./dialect/sqlite-error.ts";
import { migrations } from "./schema/migrations/index.ts";
import { findStrangeObjects } from "./schema/strange-objects.ts";

/** Reason why a database wasn't copied. The target is as it was before. */
export interface CopyDatabaseError {
  readonly type: "not-copied" | "damaged";
  /** Message for people, with the path. */
  readonly message: string;
}

/**
 * Copies a database as of one moment into one file, while other processes may write to it. The copy is
 * checked before it is renamed, so the file at `to` is always complete. `damaged` names the damage found in
 * the copy; `not-copied` means that the source can't be read or the target can't be written.
 */
export async function copyDatabase(
  from: string,
  to: string,
): Promise<Result<{ readonly memos: number }, CopyDatabaseError>> {
  const partial = `${to}.partial`;
  await rm(partial, { force: true });
  try {
    const source = openSqliteConnection({ file: from, readonly: true });
    try {
      // One statement reads one snapshot; the backup API would restart with every write.
      source.run("VACUUM INTO ?", [partial]);
    } finally {
      source.close();
    }
    const looked = inspectDatabase(partial);
    if (!looked.ok) {
      await rm(partial, { force: true });
      return looked;
    }
    await syncFile(partial);
    await rename(partial, to);
    await syncFile(dirname(to));
    return looked;
  } catch (error) {
    await rm(partial, { force: true });
    if (!isExpected(error)) throw error;
    return err({ type: "not-copied", message: `${from}: ${error.message}` });
  }
}

/**
 * Checks a database from an untrusted source as `inspectDatabase` does. Returns `damaged` if it has tables,
 * views or triggers that aren't ours: a trigger would run with the first write.
 */
export function inspectBackup(file: string): Result<{ readonly memos: number }, CopyDatabaseError> {
  try {
    using resources = new DisposableStack();
    const open = (name: string) => {
      const connection = openSqliteConnection({ file: name, readonly: name === file });
      return resources.adopt(connection, () => connection.close());
    };
    // null: a newer version wrote the file, which opening it refuses.
    const [strange] = findStrangeObjects(open(file), migrations, open(":memory:")) ?? [];
    if (strange !== undefined) {
      return err({ type: "damaged", message: `${file} has a ${strange} that is not Tidemark's` });
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    return err({ type: "damaged", message: `${file}: ${error.message}` });
  }
  return inspectDatabase(file);
}

/** Returns the number of memos if the file is an undamaged database of Tidemark. */
export function inspectDatabase(
  file: string,
): Result<{ readonly memos: number }, CopyDatabaseError> {
  try {
    const copy = openSqliteConnection({ file, readonly: true });
    try {
      const findings = copy
        .all<{ quick_check: string }>("PRAGMA quick_check")
        .map((row) => row.quick_check)
        .filter((line) => line !== "ok");
      if (findings.length > 0) {
        return err({ type: "damaged", message: `${file}: ${findings.slice(0, 3).join("; ")}` });
      }
      const [counted] = copy.all<{ memos: number }>("SELECT count(*) AS memos FROM memo");
      copy.all("SELECT value FROM meta LIMIT 1");
      return ok({ memos: counted?.memos ?? 0 });
    } finally {
      copy.close();
    }
  } catch (error) {
    if (!isExpected(error)) throw error;
    return err({ type: "damaged", message: `${file}: ${error.message}` });
  }
}

function isExpected(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return sqliteErrorCode(error) !== null || "code" in error || error instanceof TypeError;
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
