import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { openSqliteConnection } from "./dialect/node/open-connection.ts";
import { sqliteErrorCode } from "./dialect/sqlite-error.ts";
import { migrations } from "./schema/migrations/index.ts";
import { findStrangeObjects } from "./schema/strange-objects.ts";

/** Why a database was not copied. Nothing is left at the target that was not there before. */
export interface CopyDatabaseError {
  readonly type: "not-copied" | "damaged";
  /** In words, with the path. */
  readonly message: string;
}

/**
 * Copies a database as of one moment into one file, while any process goes on writing it. The copy
 * is opened and looked through before it takes its name, so what stands at `to` is whole. `damaged`
 * names what was found in the copy; `not-copied`: the source cannot be read or the target written.
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
      // One statement is one snapshot; the backup interface would begin again with every write.
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
 * Judges a database that others may have written as `inspectDatabase` does. One with tables, views or
 * triggers that aren't ours is `damaged`: a trigger would run with the first write.
 */
export function inspectBackup(file: string): Result<{ readonly memos: number }, CopyDatabaseError> {
  try {
    using resources = new DisposableStack();
    const open = (name: string) => {
      const connection = openSqliteConnection({ file: name, readonly: name === file });
      return resources.adopt(connection, () => connection.close());
    };
    // null: it is of a newer version, which is refused when it is opened.
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

/** Whether a file is a database of ours without damage, and how many memos it holds. */
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
