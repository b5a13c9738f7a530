import type { ForeignDatabase } from "@tidemark/db";
import { toUtf8 } from "../bytes/text-bytes.ts";

type Row = Readonly<Record<string, unknown>>;

/** Tables of a memos database of any version, which is detected by their columns. */
export interface MemosTables {
  readonly hasMemos: boolean;
  readonly users: readonly MemosUser[];
  /** Columns of every memo that are needed for sorting and relations, without the text. */
  readonly heads: readonly MemosHead[];
  /** Reads the memo with this rowid. */
  memo(row: number): Row;
  /** Memos pinned by their author; up to 0.23 in a separate table. */
  readonly pinned: ReadonlySet<number>;
  readonly relations: readonly {
    readonly from: number;
    readonly to: number;
    readonly type: string;
  }[];
  readonly reactions: readonly {
    readonly user: number;
    /** Number of the memo, since 0.31; null if `content` names it. */
    readonly memo: number | null;
    readonly content: string;
    readonly type: string;
  }[];
  readonly files: readonly MemosFileRow[];
  /** Returns the content of a file stored in the database, or null if it is empty or missing. */
  blob(row: number): Uint8Array | null;
  /** Returns the number of a user's rows in a table; 0 if the table is missing. */
  countOf(table: string, user: number): number;
  /** Tables that can't be read, with the reason. The memos can be imported without them. */
  readonly unread: readonly { readonly what: string; readonly words: string }[];
  /** Tables with rows that no known version has. */
  readonly unknown: readonly UnknownTable[];
}

export interface UnknownTable {
  readonly name: string;
  readonly rows: number;
  /** True if its rows belong to memos. */
  readonly isOfMemos: boolean;
}

export interface MemosUser {
  readonly id: number;
  readonly username: string;
}

export interface MemosHead {
  /** Rowid; without an index, a lookup by id would scan the table. */
  readonly row: number;
  readonly id: number;
  readonly uid: string;
  readonly creator: number;
  readonly visibility: string;
}

export interface MemosFileRow {
  readonly row: number;
  readonly uid: string;
  readonly creator: number;
  readonly createdTs: number;
  readonly updatedTs: number;
  readonly filename: string;
  readonly type: string;
  readonly size: number;
  readonly memo: number | null;
  readonly storage: string;
  readonly reference: string;
}

export function readMemosTables(database: ForeignDatabase): MemosTables {
  const columnsOf = new Map<string, ReadonlySet<string>>();
  const columns = (table: string): ReadonlySet<string> => {
    const known = columnsOf.get(table);
    if (known !== undefined) return known;
    // Views and virtual tables may compute endless rows. A server uses ordinary tables, whose rows have a
    // rowid.
    const isTable =
      database.all(
        `SELECT 1 FROM sqlite_schema
         WHERE type = 'table' AND name = ? COLLATE NOCASE AND sql NOT LIKE 'create virtual%'
           AND sql NOT LIKE '%without%rowid%'`,
        [table],
      ).length > 0;
    const all = isTable
      ? database.all("SELECT name, hidden FROM pragma_table_xinfo(?)", [table])
      : [];
    // A column named rowid hides the real rowid.
    const isHidden = all.some(({ name }) => textOf(name).toLowerCase() === "rowid");
    // Generated columns are excluded too.
    const stored = isHidden ? [] : all.filter(({ hidden }) => hidden === 0);
    const found = new Set(stored.map(({ name }) => textOf(name)));
    columnsOf.set(table, found);
    return found;
  };
  const has = (table: string): boolean => columns(table).size > 0;
  const column = (table: string, name: string, otherwise: string): string =>
    columns(table).has(name) ? `"${name}"` : otherwise;
  const unread: { what: string; words: string }[] = [];
  const rowsOf = (
    table: string,
    what: string,
    needed: readonly string[],
    sql: string,
  ): readonly Row[] => {
    const missing = needed.filter((name) => !columns(table).has(name));
    const left = (why: string): readonly Row[] => {
      unread.push({ what, words: `no ${what} are imported: the table ${table} ${why}` });
      return [];
    };
    if (!has(table)) return left("is missing, or isn't an ordinary table");
    if (missing.length > 0) return left(`has no column ${missing.join(", ")}`);
    return orElse(
      () => database.all(sql),
      (reason) => left(`can't be read (${reason})`),
    );
  };

  const hasMemos =
    columns("memo").has("content") && columns("memo").has("creator_id") && has("user");
  const kept = [...columns("memo")].map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
  const files = ["attachment", "resource"].find(has) ?? "attachment";
  const uid = column("memo", "uid", column("memo", "resource_name", "id"));
  const fileUid = column(files, "uid", column(files, "resource_name", "id"));
  return {
    hasMemos,
    users: (has("user") ? database.all(`SELECT id, username FROM "user" ORDER BY id`) : []).map(
      (row) => ({ id: wholeOf(row["id"]), username: textOf(row["username"]) }),
    ),
    heads: hasMemos
      ? database
          .all(
            `SELECT rowid AS place, id, ${uid} AS uid, creator_id, visibility FROM memo ORDER BY created_ts, id`,
          )
          .map((row) => ({
            row: wholeOf(row["place"]),
            id: wholeOf(row["id"]),
            uid: textOf(row["uid"]),
            creator: wholeOf(row["creator_id"]),
            visibility: textOf(row["visibility"]),
          }))
      : [],
    memo: (row) => database.all(`SELECT ${kept} FROM memo WHERE rowid = ?`, [row])[0] ?? {},
    pinned: hasMemos
      ? orElse(
          () => pinnedOf(database, columns),
          (reason) => {
            const words = `no memo is pinned: the table memo_organizer can't be read (${reason})`;
            unread.push({ what: "pins", words });
            return new Set();
          },
        )
      : new Set(),
    relations: rowsOf(
      "memo_relation",
      "comments and references",
      ["memo_id", "related_memo_id", "type"],
      "SELECT memo_id, related_memo_id, type FROM memo_relation ORDER BY memo_id, related_memo_id",
    ).map((row) => ({
      from: wholeOf(row["memo_id"]),
      to: wholeOf(row["related_memo_id"]),
      type: textOf(row["type"]),
    })),
    reactions: rowsOf(
      "reaction",
      "reactions",
      [
        "creator_id",
        "reaction_type",
        columns("reaction").has("content_id") ? "content_id" : "memo_id",
      ],
      `SELECT creator_id, ${column("reaction", "content_id", "''")} AS content_id,
         ${column("reaction", "memo_id", "NULL")} AS memo_id, reaction_type FROM reaction ORDER BY rowid`,
    ).map((row) => ({
      user: wholeOf(row["creator_id"]),
      memo: typeof row["memo_id"] === "number" ? row["memo_id"] : null,
      content: textOf(row["content_id"]),
      type: textOf(row["reaction_type"]),
    })),
    files: rowsOf(
      files,
      "files",
      ["creator_id", "filename", "size", "memo_id"],
      `SELECT rowid AS place, ${fileUid} AS uid, creator_id, filename, size, memo_id,
         ${column(files, "created_ts", "0")} AS created_ts,
         ${column(files, "updated_ts", "0")} AS updated_ts,
         ${column(files, "type", "''")} AS type,
         ${column(files, "storage_type", "''")} AS storage_type,
         ${column(files, "reference", column(files, "external_link", "''"))} AS reference
       FROM ${files} ORDER BY updated_ts DESC, created_ts DESC, rowid`,
    ).map((row) => ({
      row: wholeOf(row["place"]),
      uid: textOf(row["uid"]),
      creator: wholeOf(row["creator_id"]),
      createdTs: wholeOf(row["created_ts"]),
      updatedTs: wholeOf(row["updated_ts"]),
      filename: textOf(row["filename"]),
      type: textOf(row["type"]),
      size: wholeOf(row["size"]),
      memo: typeof row["memo_id"] === "number" ? row["memo_id"] : null,
      storage: textOf(row["storage_type"]),
      reference: textOf(row["reference"]),
    })),
    blob: (row) => {
      const sql = `SELECT "blob" FROM ${files} WHERE rowid = ?`;
      const found = orElse(
        () => database.all(sql, [row])[0],
        () => undefined,
      );
      const content = found?.["blob"];
      if (typeof content === "string") return toUtf8(content);
      return content instanceof Uint8Array ? content : null;
    },
    countOf: (table, user) => {
      const owner = columns(table).has("creator_id") ? "creator_id" : "user_id";
      if (!columns(table).has(owner)) return 0;
      const sql = `SELECT count(*) AS n FROM "${table}" WHERE ${owner} = ?`;
      const row = orElse(
        () => database.all(sql, [user])[0],
        () => undefined,
      );
      return wholeOf(row?.["n"]);
    },
    unread,
    unknown: hasMemos ? unknownTables(database, columns) : [],
  };
}

/** Returns the result of a query, or of `otherwise` with the reason if SQLite can't run it. */
function orElse<T>(query: () => T, otherwise: (reason: string) => T): T {
  try {
    return query();
  } catch (error) {
    if (!isOfSqlite(error)) throw error;
    return otherwise(error.message);
  }
}

/** Returns true for errors of SQLite, such as those of damaged files. */
export function isOfSqlite(error: unknown): error is Error {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_");
}

/** Tables of memos servers up to 0.31. */
const knownTables =
  /^(?:sqlite_.*|migration_history|(?:system|instance)_setting|user|user_.*|memo|memo_(?:organizer|relation|share|view)|attachment|resource|reaction|activity|idp|inbox|webhook|space|space_.*|storage|tag|shortcut)$/i;

function unknownTables(
  database: ForeignDatabase,
  columns: (table: string) => ReadonlySet<string>,
): readonly UnknownTable[] {
  const names = database
    .all("SELECT name, sql FROM sqlite_schema WHERE type = 'table' ORDER BY name LIMIT 1000")
    .map((row) => ({ name: textOf(row["name"]), sql: textOf(row["sql"]) }));
  const virtual = names.filter(({ sql }) => /^create virtual/i.test(sql));
  return names.flatMap(({ name }) => {
    // The tables behind an index of words repeat the memos.
    const isDerived = virtual.some((each) => name.startsWith(`${each.name}_`));
    if (knownTables.test(name) || isDerived || columns(name).size === 0) return [];
    const sql = `SELECT count(*) AS n FROM "${name.replaceAll('"', '""')}"`;
    const rows = orElse(
      () => wholeOf(database.all(sql)[0]?.["n"]),
      () => 0,
    );
    const isOfMemos = ["memo_id", "memo_uid", "content_id"].some((each) => columns(name).has(each));
    return rows === 0 ? [] : [{ name, rows, isOfMemos }];
  });
}

/** Converts a SQLite value to text; "" for blobs and null. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "bigint" ? String(value) : "";
}

/** Returns a value if it is a safe integer, else 0. */
export function wholeOf(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) ? value : 0;
}

/** Returns the memos pinned by their authors: from a column, or up to 0.23 from another table. */
function pinnedOf(
  database: ForeignDatabase,
  columns: (table: string) => ReadonlySet<string>,
): ReadonlySet<number> {
  let pinned: readonly Row[] = [];
  if (columns("memo").has("pinned")) {
    pinned = database.all("SELECT id FROM memo WHERE pinned = 1");
  } else if (columns("memo_organizer").size > 0) {
    pinned = database.all(
      `SELECT memo.id FROM memo_organizer JOIN memo ON memo.id = memo_organizer.memo_id
       WHERE memo_organizer.pinned = 1 AND memo_organizer.user_id = memo.creator_id`,
    );
  }
  return new Set(pinned.map(({ id }) => wholeOf(id)));
}
