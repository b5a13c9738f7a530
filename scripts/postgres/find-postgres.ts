import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What a folder of PostgreSQL's programs must hold for what the tests and the docs do with it. */
const programs = ["initdb", "postgres", "pg_dump", "psql"];

const debianFolder = "/usr/lib/postgresql";

/**
 * The folder of the PostgreSQL that tests start: TIDEMARK_POSTGRES_BIN, then the newest of Debian's,
 * which are not on the PATH, then the PATH. `undefined` when there is none. A TIDEMARK_POSTGRES_BIN that
 * lacks a program throws, rather than be replaced by another PostgreSQL in silence.
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

/** Debian has a folder for each major version, `15/bin`. */
function debianBins(): string[] {
  if (!existsSync(debianFolder)) return [];
  return readdirSync(debianFolder)
    .filter((name) => /^\d+$/.test(name))
    .toSorted((one, other) => Number(other) - Number(one))
    .map((name) => join(debianFolder, name, "bin"));
}
