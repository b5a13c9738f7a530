import { resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { Command } from "commander";
import { type ConfigStop, option, parseOptions, readSecret, type SecretSource } from "./options.ts";
import { addDatabaseOptions } from "./place-options.ts";
import { addS3Options, readS3, type S3Config } from "./s3-options.ts";

/** Source and target of a move. Paths are absolute. */
export interface MoveCommand {
  /** Data folder of a server whose database is a file. */
  readonly from: string;
  /** Folder of its files. */
  readonly fromFiles: string;
  /** Address of an empty PostgreSQL database, possibly with a password. */
  readonly database: SecretSource;
  /** Target folder of the files; `null` to leave them in place. */
  readonly files: string | null;
  /** Target bucket of the files; `null` for none. */
  readonly s3: S3Config | null;
  /** True to print the report as one line of JSON. */
  readonly json: boolean;
}

/** Reads the arguments of `move`. */
export function readMoveCommand(args: readonly string[]): Result<MoveCommand, ConfigStop> {
  const command = addS3Options(
    addDatabaseOptions(
      new Command("tidemark-server move")
        .description("Moves a stopped server's data into an empty PostgreSQL database.")
        .requiredOption("--from <folder>", "the server's data folder")
        .option("--from-files <folder>", "its folder of files, if not the data folder"),
      "empty database in PostgreSQL",
    ).addOption(option("--files <folder>", "folder to copy the files to, if they should move too")),
  ).option("--json", "writes the report as one line of JSON", false);
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const { from, fromFiles, files, json } = command.opts<{
    readonly from: string;
    readonly fromFiles?: string;
    readonly files?: string;
    readonly json: boolean;
  }>();
  const database = readSecret(command, "database");
  if (!database.ok) return refused(database.error);
  if (database.value === null) return refused("option '--database' is missing");
  const s3 = readS3(command);
  if (!s3.ok) return refused(s3.error);
  return ok({
    from: resolve(from),
    fromFiles: resolve(fromFiles ?? from),
    database: database.value,
    files: files === undefined ? null : resolve(files),
    s3: s3.value,
    json,
  });
}

function refused(message: string): { readonly ok: false; readonly error: ConfigStop } {
  return err({ type: "refused", message });
}
