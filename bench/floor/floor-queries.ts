/** Queries of the floor: one statement each, with one parameter from the path. */
export const floorQueries = {
  get: "SELECT * FROM memo INDEXED BY sqlite_autoindex_memo_1 WHERE id = ?",
  list: `SELECT * FROM memo INDEXED BY memo_own_created
    WHERE state = 0 AND parent IS NULL AND deleted = 0 AND creator = ?
    ORDER BY created_ms DESC, number DESC LIMIT 50`,
  // Queries the text index alone, without reading rows or verifying hits.
  text: "SELECT rowid FROM memo_trigram WHERE memo_trigram MATCH ?",
} as const;

export type FloorQuery = keyof typeof floorQueries;

/** Returns the path of a query; its parameter follows. */
export function floorPath(name: string): string {
  return `/${name}/`;
}
