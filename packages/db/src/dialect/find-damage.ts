import type { SqlConnection } from "../sql/connection.ts";

/** Looks for damage in the whole file; one line per finding, none when it is sound. */
export function findDamage(connection: SqlConnection): string[] {
  return connection
    .all<{ quick_check: string }>("PRAGMA quick_check")
    .flatMap((row) => row.quick_check.split("\n"))
    .filter((line) => line !== "ok");
}
