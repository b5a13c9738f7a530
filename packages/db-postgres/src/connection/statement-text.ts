/**
 * Matches literals and names, which are left unchanged, and hints for SQLite's planner with the space before
 * them.
 */
const piecesPattern =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\?|\s+(?:INDEXED BY \w+|NOT INDEXED)\b|\bCROSS (?=JOIN\b)/g;

const maxKept = 2000;
const kept = new Map<string, string>();

/**
 * Converts a statement of the stores to PostgreSQL: numbered placeholders, no hints. PostgreSQL orders joins
 * by statistics, so `CROSS JOIN … ON`, which forces SQLite's order, becomes a plain join.
 */
export function statementText(sql: string): string {
  const known = kept.get(sql);
  if (known !== undefined) return known;
  let count = 0;
  const text = sql.replaceAll(piecesPattern, (piece) => {
    if (piece === "?") return `$${(count += 1)}`;
    return piece.startsWith("'") || piece.startsWith('"') ? piece : "";
  });
  // Filters produce ever new texts.
  if (kept.size >= maxKept) kept.clear();
  kept.set(sql, text);
  return text;
}
