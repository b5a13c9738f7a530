import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { looseFiles, people, type Person, sampleMemos, type SampleFile } from "./memos-content.ts";

/** Versions with different schemas; 0.31 is an upgrade of the last. */
export type MemosVersion = "0.22" | "0.24" | "0.30";

type Row = Readonly<Record<string, SQLInputValue>>;

const reactionNames = new Map([
  ["👍", "THUMBS_UP"],
  ["💛", "HEART"],
  ["🚀", "ROCKET"],
  ["👀", "EYES"],
]);

/** Returns the schema of the tables that an import reads, as of a version. */
function schemaOf(version: MemosVersion): string {
  const stamps = "created_ts BIGINT NOT NULL DEFAULT 0, updated_ts BIGINT NOT NULL DEFAULT 0";
  const id = "id INTEGER PRIMARY KEY AUTOINCREMENT";
  const state = "row_status TEXT NOT NULL DEFAULT 'NORMAL'";
  const tables: Record<string, string> = {
    system_setting: "name TEXT NOT NULL UNIQUE, value TEXT NOT NULL, description TEXT DEFAULT ''",
    user: `${id}, ${stamps}, ${state}, username TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
      email TEXT NOT NULL DEFAULT '', nickname TEXT NOT NULL DEFAULT '', password_hash TEXT NOT NULL,
      avatar_url TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT ''`,
    user_setting: "user_id INTEGER NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL",
    memo: `${id}, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL, ${stamps}, ${state},
      content TEXT NOT NULL DEFAULT '', visibility TEXT NOT NULL DEFAULT 'PRIVATE',
      ${version === "0.22" ? "" : "pinned INTEGER NOT NULL DEFAULT 0,"}
      payload TEXT NOT NULL DEFAULT '{}'`,
    memo_relation: "memo_id INTEGER NOT NULL, related_memo_id INTEGER NOT NULL, type TEXT NOT NULL",
    [fileTable(version)]: `${id}, uid TEXT NOT NULL UNIQUE, creator_id INTEGER NOT NULL, ${stamps},
      filename TEXT NOT NULL, blob BLOB, type TEXT NOT NULL, size INTEGER NOT NULL, memo_id INTEGER,
      storage_type TEXT NOT NULL DEFAULT '', reference TEXT NOT NULL DEFAULT '',
      payload TEXT NOT NULL DEFAULT '{}'`,
    reaction: `${id}, created_ts BIGINT NOT NULL DEFAULT 0, creator_id INTEGER NOT NULL,
      content_id TEXT NOT NULL, reaction_type TEXT NOT NULL`,
    inbox: `${id}, sender_id INTEGER NOT NULL, receiver_id INTEGER NOT NULL, status TEXT NOT NULL`,
    ...(version === "0.30"
      ? { memo_share: `${id}, uid TEXT NOT NULL UNIQUE, memo_id INTEGER, creator_id INTEGER` }
      : {
          migration_history: "version TEXT NOT NULL PRIMARY KEY, created_ts BIGINT",
          memo_organizer: "memo_id INTEGER NOT NULL, user_id INTEGER NOT NULL, pinned INTEGER",
          webhook: `${id}, ${stamps}, creator_id INTEGER NOT NULL, name TEXT, url TEXT`,
        }),
  };
  return Object.entries(tables)
    .map(([name, columns]) => `CREATE TABLE "${name}" (${columns});`)
    .join("\n");
}

function fileTable(version: MemosVersion): string {
  return version === "0.30" ? "attachment" : "resource";
}

function contentId(version: MemosVersion, uid: string, id: number): string {
  if (version === "0.30") return uid;
  return `memos/${version === "0.24" ? uid : id}`;
}

/** Writes a server's data folder as of a version: the database and its files. */
export async function writeMemosFolder(dir: string, version: MemosVersion): Promise<void> {
  await mkdir(dir, { recursive: true });
  using database = new DatabaseSync(join(dir, "memos_prod.db"));
  database.exec("BEGIN");
  database.exec(schemaOf(version));
  const insert = (table: string, row: Row): void => {
    const names = Object.keys(row);
    const values = names.map((name) => `:${name}`).join(", ");
    database.prepare(`INSERT INTO "${table}" (${names.join(", ")}) VALUES (${values})`).run(row);
  };
  for (const [username, id] of Object.entries(people)) {
    const role = username === "host" ? (version === "0.30" ? "ADMIN" : "HOST") : "USER";
    insert("user", { id, username, role, password_hash: "" });
  }
  insertLeftovers(version, insert);
  const ids = new Map(sampleMemos.map(({ uid }, n) => [uid, n + 1]));
  // A deleted memo leaves rows in other tables.
  const idOf = (uid: string): number => ids.get(uid) ?? 9999;
  for (const memo of sampleMemos) {
    const { uid, author, location, tags } = memo;
    const id = idOf(uid);
    const creator = people[author];
    const payload =
      version === "0.22"
        ? { property: { tags } }
        : { tags, ...(location !== null && { location: withoutZeros(location) }) };
    insert("memo", {
      id,
      uid,
      creator_id: creator,
      created_ts: memo.createTime,
      updated_ts: memo.updateTime,
      row_status: memo.state,
      content: memo.content,
      visibility: memo.visibility,
      payload: JSON.stringify(payload),
      ...(version !== "0.22" && { pinned: Number(memo.pinned) }),
    });
    if (version === "0.22" && memo.pinned) {
      insert("memo_organizer", { memo_id: id, user_id: creator, pinned: 1 });
    }
    const related: [string, string][] = memo.references.map((to) => [to, "REFERENCE"]);
    if (memo.parent !== null) related.push([memo.parent, "COMMENT"]);
    for (const [to, type] of related) {
      insert("memo_relation", { memo_id: id, related_memo_id: idOf(to), type });
    }
    for (const [user, reaction] of memo.reactions) {
      insert("reaction", {
        creator_id: people[user],
        content_id: contentId(version, uid, id),
        reaction_type: version === "0.22" ? (reactionNames.get(reaction) ?? reaction) : reaction,
      });
    }
    // The server lists the most recently updated files first.
    for (const [at, file] of memo.files.entries()) {
      insert(fileTable(version), fileRow(version, file, author, id, 2_000_000_000 - at));
      if (file.stored !== "LOCAL") continue;
      await mkdir(dirname(join(dir, file.path)), { recursive: true });
      await writeFile(join(dir, file.path), file.content);
    }
  }
  for (const file of looseFiles) {
    insert(fileTable(version), fileRow(version, file, "alice", null, 1));
  }
  database.exec("COMMIT");
}

/** Inserts server settings, and rows of deleted users and memos. */
function insertLeftovers(version: MemosVersion, insert: (table: string, row: Row) => void): void {
  const gone = 77;
  insert("system_setting", { name: "BASIC", value: '{"secretKey":""}' });
  insert("user_setting", { user_id: people.alice, key: "SHORTCUTS", value: "{}" });
  insert("memo", { id: 500, uid: "of-nobody", creator_id: gone, content: "of somebody deleted" });
  insert("memo_relation", { memo_id: 1, related_memo_id: 9998, type: "REFERENCE" });
  insert("reaction", {
    creator_id: people.bob,
    content_id: contentId(version, "gone", 9999),
    reaction_type: "👍",
  });
  if (version === "0.30") {
    insert("memo_share", { uid: "share", memo_id: 1, creator_id: people.alice });
  } else {
    insert("migration_history", { version, created_ts: 1 });
    insert("webhook", { creator_id: people.alice, name: "hook", url: "https://a.example/" });
  }
}

function fileRow(
  version: MemosVersion,
  { uid, filename, type, content, stored, path }: SampleFile,
  author: Person,
  memo: number | null,
  stamp: number,
): Row {
  const isInDatabase = stored === "DATABASE";
  // The newest versions store absolute paths, and older ones for some files.
  const isAbsolute = version === "0.30" || path.includes("/absolute/");
  const local = isAbsolute ? `/var/opt/memos/${path}` : path;
  const elsewhere = stored === "LOCAL" ? local : `https://bucket.example/${uid}`;
  return {
    uid,
    creator_id: people[author],
    created_ts: stamp,
    updated_ts: stamp,
    filename,
    // An empty file has no blob.
    blob: isInDatabase && content.length > 0 ? content : null,
    type,
    size: content.length,
    memo_id: memo,
    storage_type: isInDatabase ? "" : stored,
    reference: isInDatabase ? "" : elsewhere,
  };
}

/** Omits zeros and empty strings, like protobuf's JSON. */
function withoutZeros(value: object): object {
  return Object.fromEntries(
    Object.entries(value).filter(([, field]) => field !== 0 && field !== ""),
  );
}
