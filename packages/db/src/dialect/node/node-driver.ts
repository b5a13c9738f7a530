import { rmSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import type { DatabaseDriver } from "../driver.ts";
import { listDeadlineMs } from "../list-workers.ts";
import { pagesPerCheckpoint } from "../sqlite-connection.ts";
import { createListWorkers } from "./list-workers.ts";
import { removeLocalCopies } from "./local-copies.ts";
import { findNewestCopy } from "./newest-copy.ts";
import { openSqliteConnection } from "./open-connection.ts";
import { rewriteOnThread } from "./rewrite.ts";
import { watchNesting } from "./write-nesting.ts";

const listLimits = {
  // On two cores, one is left for the rest of the system.
  size: availableParallelism() > 2 ? 2 : 1,
  deadlineMs: listDeadlineMs,
  waitMs: 5000,
} as const;

/** SQLite on Node: better-sqlite3 over files, with threads for slow work. */
export const nodeDriver: DatabaseDriver = {
  open: openSqliteConnection,
  hasReaders: true,
  startListWorkers: (file) => createListWorkers({ file, ...listLimits }),
  checksUnclean: true,
  pagesPerCheckpoint,
  copyBefore(connection, file, version) {
    const copy = `${file}.before-v${version}`;
    rmSync(copy, { force: true });
    connection.run("VACUUM INTO ?", [copy]);
  },
  async copyTo(connection, target) {
    const partial = `${target}.partial`;
    await rm(partial, { force: true });
    await connection.backup(partial);
    await rename(partial, target);
  },
  findNewestCopy,
  removeCopies: (file) => void removeLocalCopies(file, Number.POSITIVE_INFINITY),
  rewritesToErase: true,
  rewrite: (_writer, file) => rewriteOnThread(file),
  pause: () => setImmediate(),
  watchNesting,
};
