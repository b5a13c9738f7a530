import { open } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { SqliteConnection } from "../sqlite-connection.ts";
import { openSqliteConnection } from "./open-connection.ts";
import { migrations } from "../../schema/migrations/index.ts";
import { findStrangeObjects } from "../../schema/strange-objects.ts";
import type { FromSnapshotWorker, SnapshotJob } from "./snapshot.ts";

// Entry of a thread that copies a database as of one moment. It works in small steps: a thread only ends
// between two calls of SQLite, and callers that stop it wait at most seconds. Its `workerData` is a
// `SnapshotJob`.

const port = parentPort;
if (port === null) throw new Error("this program is started as a thread of the database");
const post = (message: FromSnapshotWorker): void => port.postMessage(message);
const job = workerData as SnapshotJob;

/** Copies 400 kB of pages at a time. The read before the copy fixes the snapshot until the end. */
async function copy(): Promise<number | Refused> {
  const source = openSqliteConnection({ file: job.from, readonly: true });
  try {
    source.run("BEGIN");
    const refused = job.checksSchema ? refusedBySchema(source) : null;
    if (refused !== null) return refused;
    const memos = countMemos(source);
    await source.backup(job.to);
    return memos;
  } finally {
    source.close();
  }
}

type Refused = Extract<FromSnapshotWorker, { type: "damaged" | "newer" }>;

/** Returns the reason why a database from an untrusted source isn't copied; null if its schema is ours. */
function refusedBySchema(source: SqliteConnection): Refused | null {
  const empty = openSqliteConnection({ file: ":memory:", readonly: false });
  try {
    const strange = findStrangeObjects(source, migrations, empty);
    if (strange === null) return { type: "newer" };
    const findings = strange.map((object) => `it has a ${object} that is not Tidemark's`);
    return findings.length === 0 ? null : { type: "damaged", findings: findings.slice(0, 3) };
  } finally {
    empty.close();
  }
}

/** Removes secrets from the copy and makes it a single file. */
async function prepare(): Promise<void> {
  const copied = openSqliteConnection({ file: job.to, readonly: false });
  try {
    copied.exec("PRAGMA journal_mode = DELETE");
    // A journal on disk would hold the secrets.
    copied.exec("PRAGMA journal_mode = MEMORY");
    copied.exec("PRAGMA secure_delete = ON");
    const secrets = job.without.flatMap((key) => {
      const [row] = copied.all<{ value: string }>("SELECT value FROM meta WHERE key = ?", [key]);
      return row === undefined ? [] : secretsIn(row.value);
    });
    copied.run("BEGIN IMMEDIATE");
    for (const key of job.without) copied.run("DELETE FROM meta WHERE key = ?", [key]);
    for (const [key, value] of Object.entries(job.set)) {
      copied.run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [key, value]);
    }
    copied.run("COMMIT");
    // A row that moved to another page may have left a copy behind, though it rarely does.
    if (await isAnyIn(job.to, secrets)) copied.exec("VACUUM");
  } finally {
    copied.close();
  }
}

/** Returns a stored text itself, or for JSON every value named `token` in it. */
function secretsIn(value: string): string[] {
  if (!/^[[{]/.test(value)) return [value];
  return [...value.matchAll(/"token":"([^"\\]+)"/g)].flatMap(([, token = ""]) => token || []);
}

const pieceBytes = 1024 * 1024;

async function isAnyIn(file: string, texts: readonly string[]): Promise<boolean> {
  const wanted = texts.filter((text) => text.length > 8).map((text) => Buffer.from(text));
  if (wanted.length === 0) return false;
  const longest = Math.max(...wanted.map(({ length }) => length));
  await using handle = await open(file, "r");
  const piece = Buffer.alloc(pieceBytes);
  for (let at = 0; ; at += pieceBytes - longest) {
    const { bytesRead } = await handle.read(piece, 0, pieceBytes, at);
    const read = piece.subarray(0, bytesRead);
    if (wanted.some((text) => read.includes(text))) return true;
    if (bytesRead < pieceBytes) return false;
  }
}

/** Returns the damage found in the copy, one line each. Checks table by table, without virtual tables. */
function findDamage(memos: number): string[] {
  const copied = openSqliteConnection({ file: job.to, readonly: true });
  try {
    const tables = copied.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'",
    );
    const found: string[] = [];
    for (const { name } of [{ name: "sqlite_schema" }, ...tables]) {
      const quoted = name.replaceAll("'", "''");
      const rows = copied.all<{ quick_check: string }>(`PRAGMA quick_check('${quoted}')`);
      found.push(...rows.map((row) => row.quick_check).filter((line) => line !== "ok"));
    }
    const has = countMemos(copied);
    if (has !== memos) found.push(`it has ${has} memos of ${memos}`);
    return found;
  } finally {
    copied.close();
  }
}

function countMemos(connection: SqliteConnection): number {
  const [row] = connection.all<{ memos: number }>("SELECT count(*) AS memos FROM memo");
  return row?.memos ?? 0;
}

/** Counts memos that lists show: no comments, nothing in the trash. */
function describe(): Pick<Extract<FromSnapshotWorker, { type: "done" }>, "memos" | "values"> {
  const copied = openSqliteConnection({ file: job.to, readonly: true });
  try {
    const [row] = copied.all<{ memos: number }>(
      "SELECT count(*) AS memos FROM memo WHERE deleted = 0 AND parent IS NULL",
    );
    const values = Object.fromEntries(
      job.read.map((key) => {
        const [kept] = copied.all<{ value: string }>("SELECT value FROM meta WHERE key = ?", [key]);
        return [key, kept?.value ?? null];
      }),
    );
    return { memos: row?.memos ?? 0, values };
  } finally {
    copied.close();
  }
}

async function finish(memos: number): Promise<FromSnapshotWorker> {
  await prepare();
  const damage = findDamage(memos);
  if (damage.length > 0) return { type: "damaged", findings: damage.slice(0, 3) };
  const described = describe();
  await using handle = await open(job.to, "r");
  await handle.sync();
  const { size: bytes } = await handle.stat();
  return { type: "done", ...described, bytes };
}

try {
  const copied = await copy();
  post(typeof copied === "number" ? await finish(copied) : copied);
} catch (error) {
  const { code = null, message } = error as Error & { code?: unknown };
  post({ type: "failed", code: typeof code === "string" ? code : null, message });
}
