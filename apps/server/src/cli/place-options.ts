import { homedir } from "node:os";
import { resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { type Command, CommanderError } from "commander";
import { defaultDataFolder } from "./data-folder-default.ts";
import { option, readSecret, type SecretSource } from "./options.ts";

/** Location of an instance's data. Paths are absolute. */
export interface Place {
  readonly data: string;
  /** Address of the PostgreSQL database, possibly with a password; `null` for a file in the data folder. */
  readonly database: SecretSource | null;
  /** Folder of the attachments' files; `null` for the data folder. */
  readonly files: string | null;
}

/** Adds the options for the location, used by every command. */
export function addPlaceOptions(command: Command): Command {
  return addDatabaseOptions(
    command.addOption(option("--data <folder>", "folder of the database and files")),
    "database in PostgreSQL, if not a file",
  ).addOption(option("--files <folder>", "folder of the files, if not the data folder"));
}

/** Adds the options for a PostgreSQL database, which `readSecret` reads. */
export function addDatabaseOptions(command: Command, description: string): Command {
  return command
    .addOption(option("--database <url>", description).argParser(databaseUrl))
    .addOption(option("--database-file <path>", "file with that address, - for standard input"));
}

/** Reads the options for the location. The error is one line. */
export function readPlace(command: Command): Result<Place, string> {
  const { data, files } = command.opts<{ readonly data?: string; readonly files?: string }>();
  const database = readSecret(command, "database");
  if (!database.ok) return err(database.error);
  const folder = data ?? defaultDataFolder(process.platform, process.env, ownHome());
  if (folder === null) return err("option '--data' is missing: this user has no home folder");
  return ok({
    data: resolve(folder),
    database: database.value,
    files: files === undefined ? null : resolve(files),
  });
}

/** Returns the user's home folder; null if there is none, as in a container without an entry for its user. */
function ownHome(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}

/** Validates an address. The error doesn't include it, since it may contain a password. */
function databaseUrl(text: string): string {
  if (!/^postgres(?:ql)?:\/\//.test(text)) {
    throw new CommanderError(
      2,
      "commander.invalidArgument",
      "option '--database' must be an address such as postgres://user@host/database",
    );
  }
  return text;
}
