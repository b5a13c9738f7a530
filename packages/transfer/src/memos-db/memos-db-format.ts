import { isObject, isStrings } from "@tidemark/core";
import type { ForeignDatabase } from "@tidemark/db";
import { findEntry, SourceRefused, type SourceTree, unreadable } from "../archive/source-tree.ts";
import {
  type MemosRecord,
  memosItems,
  memosLedger,
  memosLocation,
  memosOfSpaces,
  memosReaction,
  memosVisibility,
} from "../memos/memos-record.ts";
import {
  type ImportFile,
  type ImportItem,
  type ImportNote,
  type ImportSource,
  problem,
  skipped,
  type SourceFormat,
  type SourceHost,
} from "../model.ts";
import { commentDepths } from "../plan/comment-depths.ts";
import { repeatedMemo } from "../plan/repeated-memo.ts";
import {
  isOfSqlite,
  type MemosFileRow,
  type MemosHead,
  type MemosTables,
  type MemosUser,
  readMemosTables,
  textOf,
  wholeOf,
} from "./memos-tables.ts";

const databaseName = /(?:^|\/)[^/]+\.(?:db|sqlite3?)$/i;

/** SQLite file of a memos server, 0.22 to 0.31, with its log and its files beside it. */
export const memosDbFormat: SourceFormat = {
  name: "memos-db",
  async detect(tree, host) {
    await using found = await findDatabase(tree, host);
    return found !== null;
  },
  async read(tree, { user, ...host }) {
    await using held = new AsyncDisposableStack();
    const found = await findDatabase(tree, host);
    if (found === null) throw new SourceRefused("not-readable", "it contains no memos database");
    held.use(found);
    const { path, tables } = found;
    const owner = chooseOwner(tables, user);
    const moved = held.move();
    const read: ImportSource = {
      ...memosLedger,
      label: `the memos of ${owner.username} in ${path}`,
      items: () => readMemos({ tree, path, tables, owner }),
      [Symbol.asyncDispose]: () => moved.disposeAsync(),
    };
    return read;
  },
};

interface FoundDatabase extends AsyncDisposable {
  readonly path: string;
  readonly tables: MemosTables;
}

/** Finds the first database of memos, or null. Throws `SourceRefused` if a candidate can't be read. */
async function findDatabase(
  tree: SourceTree,
  { openDatabase }: Pick<SourceHost, "openDatabase">,
): Promise<FoundDatabase | null> {
  let unread: SourceRefused | null = null;
  for (const path of candidates(tree)) {
    await using held = new AsyncDisposableStack();
    try {
      const copy = await openDatabase(tree, path);
      if (copy === null) continue;
      held.use(copy);
      const tables = tablesOf(copy.database, path);
      if (!tables.hasMemos) continue;
      const moved = held.move();
      return { path, tables, [Symbol.asyncDispose]: () => moved.disposeAsync() };
    } catch (error) {
      const refused = unreadable(error);
      unread ??= refused;
    }
  }
  if (unread !== null) throw unread;
  return null;
}

/** Reads the tables of memos. Throws `SourceRefused` if SQLite can't read them. */
function tablesOf(database: ForeignDatabase, path: string): MemosTables {
  try {
    return readMemosTables(database);
  } catch (cause) {
    if (!isOfSqlite(cause)) throw cause;
    throw new SourceRefused("broken", "it is damaged, or not a memos database", {
      cause,
      path,
    });
  }
}

function candidates(tree: SourceTree): string[] {
  return tree.entries.map(({ path }) => path).filter((path) => databaseName.test(path));
}

/** Returns the user to import. Throws `SourceRefused` if several users have memos and none was chosen. */
function chooseOwner({ users, heads }: MemosTables, wanted: string | null): MemosUser {
  const writers = new Set(heads.map(({ creator }) => creator));
  const named = users.filter(({ id }) => writers.has(id));
  const people = named.map(({ username }) => username);
  const names = people.join(", ");
  if (wanted !== null) {
    const found =
      users.find(({ username }) => username === wanted) ??
      users.find(({ username }) => username.toLowerCase() === wanted.toLowerCase());
    if (found !== undefined) return found;
    throw new SourceRefused("no-user", `it has no user named ${wanted}; there are: ${names}`, {
      people,
    });
  }
  const [only] = named;
  if (only !== undefined && named.length === 1) return only;
  if (only === undefined) throw new SourceRefused("not-readable", "it has no user with memos");
  throw new SourceRefused("no-user", `it holds memos of ${names}; choose one with --user NAME`, {
    people,
  });
}

interface Reading {
  readonly tree: SourceTree;
  readonly path: string;
  readonly tables: MemosTables;
  readonly owner: MemosUser;
}

async function* readMemos(reading: Reading): AsyncGenerator<ImportItem> {
  const { tables, owner } = reading;
  const heads = tables.heads.filter(({ creator }) => creator === owner.id);
  const uidOf = new Map(tables.heads.map(({ id, uid }) => [id, uid]));
  const own = new Map(heads.map(({ uid, visibility }) => [uid, memosVisibility(visibility)]));
  const parents = new Map<number, number>();
  const references = new Map<number, Set<string>>();
  for (const { from, to, type } of tables.relations) {
    if (type === "COMMENT") parents.set(from, to);
    const uid = uidOf.get(to);
    if (type === "REFERENCE" && uid !== undefined) addTo(references, from, uid);
  }
  const depths = commentDepths(parents.keys(), (id) => parents.get(id));
  const depth = ({ id }: MemosHead): number => depths.get(id) ?? 0;
  const reactions = reactionsByMemo(tables);
  const filesOf = Map.groupBy(tables.files, ({ memo }) => memo ?? 0);
  const seen = new Set<number>();
  for (const head of heads.toSorted((a, b) => depth(a) - depth(b))) {
    const { id, uid } = head;
    const from = `memos/${uid}`;
    if (seen.has(id)) {
      // The table is damaged: lookups by number refer to the first row.
      yield repeatedMemo(from);
      continue;
    }
    seen.add(id);
    let row: ReturnType<MemosTables["memo"]>;
    try {
      row = tables.memo(head.row);
    } catch (error) {
      if (!isOfSqlite(error)) throw error;
      yield problem(from, "broken", `it can't be read: ${error.message}`);
      continue;
    }
    const payload = jsonOf(row["payload"]);
    const notes: ImportNote[] = [];
    const files: ImportFile[] = [];
    for (const file of filesOf.get(id) ?? []) {
      const found = await fileOf(reading, file);
      if ("words" in found) notes.push(problem(from, found.code, found.words));
      else files.push(found);
    }
    const parent = parents.get(id);
    const given = reactions.get(id) ?? [];
    const record: MemosRecord = {
      uid,
      content: textOf(row["content"]),
      createdMs: wholeOf(row["created_ts"]) * 1000,
      updatedMs: wholeOf(row["updated_ts"]) * 1000,
      state: row["row_status"] === "ARCHIVED" ? "ARCHIVED" : "NORMAL",
      visibility: memosVisibility(row["visibility"]),
      pinned: tables.pinned.has(id),
      location: memosLocation(payload["location"]),
      // A deleted memo has no uid, so "" is reported as a missing parent.
      parent: parent === undefined ? null : (uidOf.get(parent) ?? ""),
      references: [...(references.get(id) ?? [])],
      reactions: given.filter(({ user }) => user === owner.id).map(({ type }) => type),
      othersReactions: given.filter(({ user }) => user !== owner.id).length,
      tags: tagsOf(payload),
      files,
      notes,
    };
    yield* memosItems(record, own);
  }
  yield* leftBehind(reading, reactions);
}

type Reactions = ReadonlyMap<number, readonly { readonly user: number; readonly type: string }[]>;

/** Groups reactions by memo, referenced by number since 0.31, and before by uid or number as text. */
function reactionsByMemo({ reactions, heads }: MemosTables): Reactions {
  const byUid = new Map(heads.map(({ uid, id }) => [uid, id]));
  const byId = new Set(heads.map(({ id }) => id));
  const found = new Map<number, { user: number; type: string }[]>();
  const known = new Map<number, Set<string>>();
  const namedBy = (content: string): number | null => {
    const name = content.replace(/^memos\//, "");
    return byUid.get(name) ?? (/^\d+$/.test(name) ? Number(name) : null);
  };
  for (const { user, memo: number, content, type } of reactions) {
    const memo = number ?? namedBy(content);
    if (memo === null || !byId.has(memo)) continue;
    const shown = memosReaction(type);
    // An upgrade may have stored the same reaction under both names.
    if (!addTo(known, memo, `${user} ${shown}`)) continue;
    const there = found.get(memo);
    if (there === undefined) found.set(memo, [{ user, type: shown }]);
    else there.push({ user, type: shown });
  }
  return found;
}

/** Adds a value to the set of a key. Returns false if it was already there. */
function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, value: string): boolean {
  const set = sets.get(key);
  if (set === undefined) sets.set(key, new Set([value]));
  else if (set.has(value)) return false;
  else set.add(value);
  return true;
}

/** Yields notes about the user's data that isn't imported, and about other users' memos. */
async function* leftBehind(
  { tables, owner, path }: Reading,
  reactions: Reactions,
): AsyncGenerator<ImportNote> {
  const names = new Map(tables.users.map(({ id, username }) => [id, username]));
  const memos = new Map(tables.heads.map(({ id, creator }) => [id, creator]));
  for (const file of tables.files) {
    if (file.creator !== owner.id) continue;
    if (file.memo === null) {
      const words = `the file "${file.filename}" isn't attached to a memo; skipped`;
      yield problem(`${path}: ${file.uid}`, "loose-file", words);
    } else if (!memos.has(file.memo)) {
      const words = `the file "${file.filename}" belongs to a deleted memo; skipped`;
      yield problem(`${path}: ${file.uid}`, "loose-file", words);
    }
  }
  const ofSpaces = tables.heads.filter(
    ({ creator, visibility }) => creator === owner.id && visibility === "SPACE",
  );
  if (ofSpaces.length > 0) yield memosOfSpaces(path, ofSpaces.length);
  let given = 0;
  for (const [memo, each] of reactions) {
    if (memos.get(memo) !== owner.id) given += each.filter(({ user }) => user === owner.id).length;
  }
  if (given > 0) {
    yield skipped(path, "reactions", `reactions to memos of other people, skipped: ${given}`);
  }
  const others = Map.groupBy(
    tables.heads.filter(({ creator }) => creator !== owner.id),
    ({ creator }) => creator,
  );
  for (const [creator, theirs] of others) {
    const name = names.get(creator);
    const who = name === undefined ? "a deleted user" : name;
    yield skipped(path, "others", `memos of ${who} are not ${owner.username}'s: ${theirs.length}`);
  }
  for (const { words } of tables.unread) yield problem(path, "unread-table", words);
  for (const { name, rows, isOfMemos } of tables.unknown) {
    const words = `the table ${name} is unknown, maybe of a newer version; skipped: ${rows} rows`;
    if (isOfMemos) yield problem(path, "unknown-table", words);
    else yield skipped(path, "unknown-table", words);
  }
  for (const [table, what] of leftTables) {
    const count = tables.countOf(table, owner.id);
    if (count > 0) yield skipped(path, table, `${what}: ${count}`);
  }
}

const leftTables = [
  ["memo_share", "share links belong to that server; skipped"],
  ["webhook", "webhooks belong to that server; skipped"],
  ["user_setting", "settings and shortcuts of that server; skipped"],
] as const;

type FoundFile = ImportFile | { readonly code: string; readonly words: string };

async function fileOf(
  { tree, path, tables, owner }: Reading,
  row: MemosFileRow,
): Promise<FoundFile> {
  const { uid, filename, type, size, storage, reference } = row;
  const left = (why: string): FoundFile => ({
    code: "file",
    words: `its file "${filename}" stays behind: ${why}`,
  });
  if (row.creator !== owner.id) return left("it belongs to someone else");
  const common = { key: uid, filename: filename || "file", type };
  if (storage === "LOCAL") {
    const found = await besideDatabase(tree, path, reference, size);
    if (found === null) return left(`${reference} isn't next to the database`);
    return { ...common, sizeBytes: size, open: () => tree.open(found) };
  }
  if (storage === "S3") return left("its content is in a bucket, which isn't read");
  if (storage === "EXTERNAL" || (storage === "" && /^https?:/.test(reference))) {
    if (!reference.startsWith("https://")) return left(`it is a link to ${reference}`);
    return { ...common, sizeBytes: 0, externalLink: reference, async *open() {} };
  }
  if (size > 0 && tables.blob(row.row) === null) return left("its content is not in the database");
  return {
    ...common,
    sizeBytes: size,
    async *open() {
      yield tables.blob(row.row) ?? new Uint8Array();
    },
  };
}

/** Maximum length of a reference, as of paths on common systems. */
const maxReference = 4096;
/** Maximum number of trailing parts of an absolute path to try; each try accesses the disk. */
const mostParts = 16;

/**
 * Finds the file of a reference, or null. The reference may be an absolute path on the server's machine; its
 * suffixes are tried relative to the database's folder. Files elsewhere aren't read.
 */
async function besideDatabase(
  tree: SourceTree,
  database: string,
  reference: string,
  size: number,
): Promise<string | null> {
  if (reference.length > maxReference) return null;
  const folder = database.includes("/") ? database.slice(0, database.lastIndexOf("/") + 1) : "";
  const parts = reference
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "");
  if (parts.includes("..")) return null;
  const isAbsolute = /^(?:[/\\]|[a-zA-Z]:)/.test(reference);
  const fewest = isAbsolute ? 2 : parts.length;
  const first = isAbsolute ? Math.max(0, parts.length - mostParts) : 0;
  for (let from = first; parts.length - from >= Math.min(fewest, parts.length); from += 1) {
    const path = folder + parts.slice(from).join("/");
    for (const form of [path, path.normalize("NFC"), path.normalize("NFD")]) {
      const entry = await findEntry(tree, form);
      if (entry !== null && entry.sizeBytes === size) return entry.path;
    }
    if (from === parts.length - 1) break;
  }
  return null;
}

/** Returns the tags in a payload; up to 0.22 they were in `property`. */
function tagsOf(payload: Readonly<Record<string, unknown>>): string[] {
  const { tags, property } = payload;
  if (isStrings(tags)) return tags;
  return isObject(property) && isStrings(property["tags"]) ? property["tags"] : [];
}

function jsonOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "string") return {};
  try {
    const read: unknown = JSON.parse(value);
    return isObject(read) ? read : {};
  } catch {
    return {};
  }
}
