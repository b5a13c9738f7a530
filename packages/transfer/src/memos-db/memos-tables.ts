import type { ForeignDatabase } from "@tidemark/db/node";

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
  const rows = (table: string, sql: string): readonly Row[] =>
    has(table) ? database.all(sql) : [];

  const hasMemos =
    columns("memo").has("content") && columns("memo").has("creator_id") && has("user");
  const kept = [...columns("memo")].map((name) => `"${name.replaceAll('"', '""')}"`).join(", ");
  const files = has("attachment") ? "attachment" : "resource";
  const uid = column("memo", "uid", column("memo", "resource_name", "id"));
  const fileUid = column(files, "uid", column(files, "resource_name", "id"));
  return {
    hasMemos,
    users: rows("user", `SELECT id, username FROM "user" ORDER BY id`).map((row) => ({
      id: wholeOf(row["id"]),
      username: textOf(row["username"]),
    })),
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
    pinned: hasMemos ? pinnedOf(database, columns) : new Set(),
    relations: rows(
      "memo_relation",
      "SELECT memo_id, related_memo_id, type FROM memo_relation ORDER BY memo_id, related_memo_id",
    ).map((row) => ({
      from: wholeOf(row["memo_id"]),
      to: wholeOf(row["related_memo_id"]),
      type: textOf(row["type"]),
    })),
    reactions: rows(
      "reaction",
      `SELECT creator_id, ${column("reaction", "content_id", "''")} AS content_id,
         ${column("reaction", "memo_id", "NULL")} AS memo_id, reaction_type FROM reaction ORDER BY id`,
    ).map((row) => ({
      user: wholeOf(row["creator_id"]),
      memo: typeof row["memo_id"] === "number" ? row["memo_id"] : null,
      content: textOf(row["content_id"]),
      type: textOf(row["reaction_type"]),
    })),
    files: rows(
      files,
      `SELECT rowid AS place, ${fileUid} AS uid, creator_id, created_ts, updated_ts, filename, type, size,
         ${column(files, "memo_id", "NULL")} AS memo_id,
         ${column(files, "storage_type", "''")} AS storage_type,
         ${column(files, "reference", column(files, "external_link", "''"))} AS reference
       FROM ${files} ORDER BY updated_ts DESC, created_ts DESC, id`,
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
      const [found] = database.all(`SELECT "blob" FROM ${files} WHERE rowid = ?`, [row]);
      const content = found?.["blob"];
      if (typeof content === "string") return Buffer.from(content);
      return content instanceof Uint8Array ? content : null;
    },
    countOf: (table, user) => {
      const owner = columns(table).has("creator_id") ? "creator_id" : "user_id";
      if (!columns(table).has(owner)) return 0;
      const [row] = database.all(`SELECT count(*) AS n FROM "${table}" WHERE ${owner} = ?`, [user]);
      return wholeOf(row?.["n"]);
    },
  };
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
