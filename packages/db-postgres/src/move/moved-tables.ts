import { type CatalogueColumn, type CatalogueTable } from "./catalogue.ts";

/** Tables of a SQLite file that a device has rows in, and a server never. */
export const deviceTables: ReadonlySet<string> = new Set([
  "attachment_pin",
  "blob_cache",
  "blob_download",
  "blob_thumbnail",
  "blob_upload",
  "cursor",
  "deferred",
  "entity_base",
  "evicted",
  "import_run",
  "imported_memo",
  "late_text",
  "outbox",
  "snapshot_mark",
  "sync_log",
]);

/** What of a table's rows belongs to the database that they are in, and stays there, as a condition of SQL. */
const stayingRows: Readonly<Record<string, string>> = {
  // How a database is kept, and how far its schema is.
  meta: "key LIKE 'db.%'",
  // A device's numbering.
  counter: "name = 'outbox'",
};

/** A table whose rows are moved. */
export interface MovedTable {
  readonly name: string;
  /** What is written of a row, in the order of the source, with types in the target's words. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Columns that order its rows. */
  readonly key: readonly string[];
  /** The column by which the target numbers its rows; null: it does not. */
  readonly numbered: string | null;
  /** Condition of the rows that are moved, on both sides. */
  readonly where: string;
}

/**
 * What is to be moved, by the catalogues of the two databases. Throws where they do not fit together: a
 * column that one of them lacks would be lost without a word.
 */
export function movedTables(
  source: readonly CatalogueTable[],
  target: readonly CatalogueTable[],
): MovedTable[] {
  const known = new Map(target.map((table) => [table.name, table]));
  return source
    .filter(({ name }) => !deviceTables.has(name))
    .map((table) => {
      const other = known.get(table.name);
      if (other === undefined) throw new Error(`the target has no table ${table.name}`);
      return pairOf(table, other);
    });
}

function pairOf(source: CatalogueTable, target: CatalogueTable): MovedTable {
  const types = new Map(written(target).map(({ name, type }) => [name, type]));
  const columns = written(source).map(({ name }) => {
    const type = types.get(name);
    if (type === undefined) throw new Error(`the target has no ${source.name}.${name}`);
    return { name, type };
  });
  if (columns.length < types.size) {
    throw new Error(`the target has more of ${source.name} than the source`);
  }
  const staying = stayingRows[source.name];
  return {
    name: source.name,
    columns,
    key: source.columns
      .filter(({ keyPlace }) => keyPlace !== null)
      .toSorted((a, b) => (a.keyPlace ?? 0) - (b.keyPlace ?? 0))
      .map(({ name }) => name),
    numbered: target.columns.find(({ isNumbered }) => isNumbered)?.name ?? null,
    where: staying === undefined ? "TRUE" : `NOT (${staying})`,
  };
}

function written(table: CatalogueTable): CatalogueColumn[] {
  return table.columns.filter(({ isGenerated }) => !isGenerated);
}

/** A name as both databases take it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
