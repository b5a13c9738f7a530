import { resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { type Command, InvalidArgumentError } from "commander";
import { option } from "./options.ts";

/** Folder of the backups that a server makes by itself, and the time of day for them. */
export interface BackupPlan {
  readonly folder: string;
  /** In the time zone of the process. */
  readonly at: { readonly hours: number; readonly minutes: number };
}

interface Options {
  backupTo?: string;
  backupAt?: BackupPlan["at"];
}

/** Adds the options for scheduled backups. */
export function addBackupOptions(command: Command): Command {
  return command
    .addOption(
      option("--backup-to <folder>", "existing folder for daily backups, best on another disk"),
    )
    .addOption(
      option(
        "--backup-at <time>",
        "time of day for them, such as 22:30 (default: 03:00)",
      ).argParser(timeOfDay),
    );
}

/** Reads those options; `null` without scheduled backups. The error is one line. */
export function readBackupPlan(
  command: Command,
  hasPostgres: boolean,
): Result<BackupPlan | null, string> {
  const { backupTo, backupAt } = command.opts<Options>();
  if (backupTo === undefined) {
    return backupAt === undefined
      ? ok(null)
      : err("option '--backup-at' is for backups with '--backup-to'");
  }
  if (hasPostgres) {
    return err("option '--backup-to' is for a database in the data folder: use pg_dump instead");
  }
  return ok({ folder: resolve(backupTo), at: backupAt ?? { hours: 3, minutes: 0 } });
}

function timeOfDay(text: string): BackupPlan["at"] {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours === undefined) throw new InvalidArgumentError("It must be a time such as 22:30.");
  return { hours: Number(hours), minutes: Number(minutes) };
}
