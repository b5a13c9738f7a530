import { type CatalogueColumn, type CatalogueTable } from "./catalogue.ts";

/** Tables of a SQLite file that only devices have rows in. */
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

/** SQL conditions for rows that belong to their own database and aren't moved. */
const stayingRows: Readonly<Record<string, string>> = {
  // State of the database file itself, and its schema version.
  meta: "key LIKE 'db.%'",
  // Numbering of a device's outbox.
  counter: "name = 'outbox'",
};

/** A table whose rows are moved. */
export interface MovedTable {
  readonly name: string;
  /** Columns to write, in the order of the source, with types in the target's syntax. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Columns that order its rows. */
  readonly key: readonly string[];
  /** Column that the target numbers; `null` if there is none. */
  readonly numbered: string | null;
  /** Condition for the rows that are moved, on both sides. */
  readonly where: string;
}

/**
 * Returns the tables to move, from the catalogues of both databases. Throws if they don't match: a missing
 * column would be lost silently.
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

/** Quotes a name for both databases. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
