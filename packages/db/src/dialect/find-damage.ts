import type { SqlConnection } from "../sql/connection.ts";

/** Checks the whole file for damage. Returns one line per finding, none if the file is sound. */
export function findDamage(connection: SqlConnection): string[] {
  return connection
    .all<{ quick_check: string }>("PRAGMA quick_check")
    .flatMap((row) => row.quick_check.split("\n"))
    .filter((line) => line !== "ok");
}
