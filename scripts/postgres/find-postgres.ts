import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs of PostgreSQL that the tests and docs use. */
const programs = ["initdb", "postgres", "pg_dump", "psql"];

const debianFolder = "/usr/lib/postgresql";

/**
 * Returns the folder of PostgreSQL's programs for tests: TIDEMARK_POSTGRES_BIN, then the newest of Debian's,
 * which aren't on the PATH, then the PATH; `undefined` if there is none. Throws if TIDEMARK_POSTGRES_BIN
 * lacks a program, rather than silently using another PostgreSQL.
 */
export function findPostgres(): string | undefined {
  const chosen = process.env["TIDEMARK_POSTGRES_BIN"] ?? "";
  if (chosen !== "") {
    const lacking = programs.filter((program) => !existsSync(join(chosen, program)));
    if (lacking.length === 0) return chosen;
    throw new Error(`TIDEMARK_POSTGRES_BIN has no ${lacking.join(", ")}: ${chosen}`);
  }
  const onPath = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...debianBins(), ...onPath].find((folder) =>
    programs.every((program) => existsSync(join(folder, program))),
  );
}

/** Returns Debian's folders, one per major version (`15/bin`), newest first. */
function debianBins(): string[] {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder)
    .filter((name) => /^\d+$/.test(name))
    .toSorted((one, other) => Number(other) - Number(one))
    .map((name) => join(debianFolder, name, "bin"));
}
