/** Literals and names are left as they are; a hint of SQLite's planner goes with the blank before it. */
const piecesPattern =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?|\s+(?:INDEXED BY \w+|NOT INDEXED)\b|\bCROSS (?=JOIN\b)/g;

const maxKept = 2000;
const kept = new Map<string, string>();

/**
 * A statement of the stores as PostgreSQL takes it: numbered placeholders, and no hints. Its joins are
 * put into order by statistics, so that `CROSS JOIN … ON`, which holds SQLite to an order, is a join.
 */
export function statementText(sql: string): string {
  const known = kept.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replaceAll(piecesPattern, (piece) => {
    if (piece === "?") return `$${(count += 1)}`;
    return piece.startsWith("'") || piece.startsWith('"') ? piece : "";
  });
  // Filters make ever new texts.
  if (kept.size >= maxKept) kept.clear();
  kept.set(sql, text);
  return text;
}
