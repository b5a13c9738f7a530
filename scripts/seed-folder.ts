import { existsSync } from "node:fs";
import { type Database, err, ok, type Result, type ServerDatabase, userName } from "@tidemark/core";
import { createHybridClock } from "@tidemark/core/clock";
import { newestStampKey } from "@tidemark/core/commit";
import { accountKey, createDeviceJournal, deviceIdKey } from "@tidemark/core/sync/device";
import type { DatabaseRole } from "@tidemark/db";
import { holderInWords, openDataFolder, openDatabase } from "@tidemark/db/node";
import { openHost } from "../apps/desktop/src/host/open-host.ts";
import { clockNodeKey } from "../apps/server/src/services/instance.ts";
import { openSqliteConnection } from "../packages/db/src/dialect/node/open-connection.ts";
import { bulkInsert, serverWriter, type Writer } from "../bench/bulk-insert.ts";
import type { CorpusMemo } from "../bench/corpus.ts";
import type { UserReference } from "@tidemark/core/names";

export interface SeedTally {
  readonly created: number;
  readonly there: number;
}

const memosAtOnce = 1000;

/**
 * Writes memos into a data folder that no program has open, like its own program would: with indexes, and a
 * server's feed or a device's outbox. A new folder becomes a device's. On a server, `username` names the
 * memos' owner, or its first user if null; on a device the owner is the profile's user. Existing memos are
 * kept. The error is a message for the user.
 */
export async function seedFolder(
  dir: string,
  memos: Iterable<CorpusMemo>,
  username: string | null,
): Promise<Result<SeedTally, string>> {
  const folder = await openDataFolder(dir);
  if (!folder.ok) {
    const { error } = folder;
    return err(
      error.type === "folder-in-use"
        ? `${error.path} is in use by ${holderInWords(error.pid)}: end it, or use --to`
        : `${error.path} cannot be used: ${error.reason}`,
    );
  }
  await using held = folder.value;
  const { databaseFile } = held;
  if (!existsSync(databaseFile)) await (await openHost({ dir: held.path })).close();
  if ((await roleOf(databaseFile)) === "server") {
    await using opened = await openDatabase({ file: databaseFile, role: "server" });
    const owner = await userOf(opened.database, username);
    return owner.ok ? ok(await seed(opened.database, "server", memos, owner.value)) : owner;
  }
  if (username !== null) return err("--user is for a server: a device has one user");
  await using opened = await openDatabase({ file: databaseFile, role: "device" });
  const account = await opened.database.read(({ meta }) => meta.get(accountKey));
  return ok(await seed(opened.database, "device", memos, account ?? "users/local"));
}

async function seed(
  database: Database,
  role: DatabaseRole,
  memos: Iterable<CorpusMemo>,
  creator: UserReference,
): Promise<SeedTally> {
  const writer = await writerOf(database, role);
  const tally = { created: 0, there: 0 };
  const left = memos[Symbol.iterator]();
  for (;;) {
    const batch = Iterator.from({ next: () => left.next() })
      .take(memosAtOnce)
      .toArray();
    if (batch.length === 0) return tally;
    const heads = await database.read((stores) => stores.memos.heads(batch.map(({ id }) => id)));
    const there = new Set(heads.map(({ id }) => id));
    const fresh = batch.filter(({ id }) => !there.has(id)).map((memo) => ({ ...memo, creator }));
    await bulkInsert(database, fresh, writer);
    tally.created += fresh.length;
    tally.there += there.size;
  }
}

/** Returns the role. A server's database has a clock name since its first start. */
async function roleOf(file: string): Promise<DatabaseRole> {
  const connection = openSqliteConnection({ file, readonly: true });
  try {
    const rows = connection.all("SELECT 1 FROM meta WHERE key = ?", [clockNodeKey.name]);
    return rows.length === 0 ? "device" : "server";
  } finally {
    connection.close();
  }
}

async function userOf(
  database: ServerDatabase,
  username: string | null,
): Promise<Result<UserReference, string>> {
  const user = await database.read(async ({ users }) =>
    username === null ? (await users.list())[0] : await users.findByUsername(username),
  );
  if (user !== undefined && user !== null) return ok(userName(user.username));
  return err(username === null ? "the server has no user yet" : `the server has no ${username}`);
}

async function writerOf(database: Database, role: DatabaseRole): Promise<Writer> {
  const { node, newest } = await database.read(async ({ meta }) => ({
    node: await meta.get(role === "server" ? clockNodeKey : deviceIdKey),
    newest:
      role === "server"
        ? (await meta.changePosition()).newestStamp
        : await meta.get(newestStampKey),
  }));
  if (node === null) throw new Error("the folder's clock has no name");
  const writer: Writer =
    role === "server"
      ? serverWriter(node)
      : { clock: createHybridClock({ node, wallMs: Date.now }), journal: createDeviceJournal() };
  // Stamps must increase, even if the clock was set back.
  if (newest !== null) writer.clock.observe(newest);
  return writer;
}
