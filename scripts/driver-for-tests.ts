import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listDeadlineMs } from "../packages/db/src/dialect/list-workers.ts";
import { createListWorkers } from "../packages/db/src/dialect/node/list-workers.ts";
import { nodeDriver } from "../packages/db/src/dialect/node/node-driver.ts";
import { prepareWriter } from "../packages/db/src/dialect/sqlite-connection.ts";
import { migrate } from "../packages/db/src/schema/migrate.ts";
import { migrations } from "../packages/db/src/schema/migrations/index.ts";
import { boundUnknownFields } from "../packages/db/src/stores/shared/unknown-fields.ts";
import { tuneTextIndexes } from "../packages/db/src/text-index/tune-text-indexes.ts";

// Setup file of the projects that open SQLite databases: makes the driver fast and patient.
//
// - Running every migration takes 28 ms of CPU time, and tests open thousands of new files. The driver
//   writes a migrated copy instead of an empty file. An existing file, even an empty one, is opened
//   unchanged, so a test that migrates from an older schema creates the file first
//   (packages/db/tests/engine.ts).
// - A list waits at most 5 s for its thread, whose start alone can take that long beside other tests.

const startsWithinMs = 60_000;

/** Bytes of an empty database with the newest schema, the same for a device and a server. */
let migrated: Buffer | null = null;

const { open } = nodeDriver;
// The files of a worker share the driver, so it is replaced once.
if (open.name !== "openFresh") {
  nodeDriver.open = function openFresh(options) {
    if (!options.readonly && options.file !== ":memory:" && !existsSync(options.file)) {
      try {
        writeFileSync(options.file, (migrated ??= migrateEmpty()));
      } catch (error) {
        // The driver itself reports a missing or read-only folder.
        if (!isFileError(error)) throw error;
      }
    }
    return open(options);
  };
  nodeDriver.startListWorkers = (file) =>
    createListWorkers({ file, size: 1, deadlineMs: listDeadlineMs, waitMs: startsWithinMs });
}

function migrateEmpty(): Buffer {
  const file = join(tmpdir(), `tidemark-migrated-${process.pid}-${performance.now()}.db`);
  const connection = open({ file, readonly: false });
  try {
    prepareWriter(connection, "device");
    migrate(connection, migrations, () => {});
    tuneTextIndexes(connection);
    boundUnknownFields(connection);
  } finally {
    connection.close();
  }
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}

function isFileError(error: unknown): boolean {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
