import { join, resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { Argument, Command } from "commander";
import { type ConfigStop, option, parseOptions, refuseAll } from "./options.ts";
import { addPlaceOptions, readPlace } from "./place-options.ts";

/** One-off command on a data folder. Paths are absolute. */
export type FolderCommand =
  | {
      readonly type: "backup";
      readonly data: string;
      /** Folder of the files; `null` for the data folder. */
      readonly files: string | null;
      readonly to: string;
      /** File of the key to put into an archive with everything else; `null` for a backup without it. */
      readonly keyFile: string | null;
    }
  /** Backup in the folder of the running server's scheduled ones. */
  | { readonly type: "backup-now"; readonly data: string }
  | {
      readonly type: "restore";
      readonly data: string;
      readonly files: string | null;
      readonly from: string;
      readonly keepTokens: boolean;
      /** True if missing files aren't a failure. */
      readonly allowMissing: boolean;
    };

/** Reads the arguments of `backup` and `restore`. */
export function readFolderCommand(
  verb: "backup" | "restore",
  args: readonly string[],
): Result<FolderCommand, ConfigStop> {
  const command = addPlaceOptions(new Command(`tidemark-server ${verb}`));
  if (verb === "backup") {
    command
      .description("Backs up the database and files, also while the server is running.")
      .addArgument(
        new Argument("[now]", "have the running server do it, in its folder for backups").choices([
          "now",
        ]),
      )
      .option("--with-key", "write one archive with the key, for moving to another machine", false)
      .addOption(
        option("--secret-key-file <path>", "that key, if not secret.key in the data folder"),
      )
      .option("--to <file>", "where the copy of the database goes; files go to <file>.blobs");
  } else {
    command
      .description("Replaces the database by a backup. Stop the server first.")
      .requiredOption(
        "--from <path>",
        "the copy of the database, or the folder of a scheduled backup",
      )
      .option("--keep-tokens", "keep access tokens valid", false)
      .option("--allow-missing", "exit with code 0 even if files are missing", false);
  }
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const place = readPlace(command);
  if (!place.ok) return err({ type: "refused", message: place.error });
  const { data, database, files } = place.value;
  if (database !== null) {
    const message = `${verb} is for a database in the data folder: with --database use pg_dump and pg_restore`;
    return err({ type: "refused", message });
  }
  const { to, withKey, secretKeyFile, from, keepTokens, allowMissing } = command.opts<{
    readonly to?: string;
    readonly withKey?: boolean;
    readonly secretKeyFile?: string;
    readonly from?: string;
    readonly keepTokens?: boolean;
    readonly allowMissing?: boolean;
  }>();
  if (verb === "backup" && command.args[0] === "now") {
    if (to !== undefined || withKey === true) {
      return refuseAll(["options '--to' and '--with-key' are for a backup without now"]);
    }
    return ok({ type: "backup-now", data });
  }
  if (verb === "backup" && to === undefined) return refuseAll(["option '--to' is missing"]);
  return ok(
    verb === "backup"
      ? {
          type: verb,
          data,
          files,
          to: resolve(to ?? ""),
          keyFile: withKey === true ? resolve(secretKeyFile ?? join(data, "secret.key")) : null,
        }
      : {
          type: verb,
          data,
          files,
          from: resolve(from ?? ""),
          keepTokens: keepTokens === true,
          allowMissing: allowMissing === true,
        },
  );
}
