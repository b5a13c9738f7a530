import { resolve } from "node:path";
import type { Command } from "commander";
import { StartRefused } from "./refused/start-refused.ts";

/** Parsed command of `tidemark backup`, `backups` or `restore`. Paths are absolute. */
export type BackupCommand =
  | {
      readonly type: "backup";
      readonly dataDir: string;
      /** `null` for the profile's backup folder. */
      readonly to: string | null;
      readonly isJson: boolean;
    }
  | {
      readonly type: "backups";
      readonly dataDir: string;
      readonly from: string | null;
      readonly isJson: boolean;
    }
  | {
      readonly type: "restore";
      readonly dataDir: string;
      /** Name of a backup in the profile's backup folder, or the path of a backup. */
      readonly backup: string;
      /** True if the device leaves its server. */
      readonly disconnects: boolean;
      readonly isJson: boolean;
    };

interface Given {
  readonly data: string;
  readonly json: boolean;
  readonly to?: string;
  readonly disconnect?: boolean;
  readonly from?: string;
}

/** Adds the three commands to a program. `command` creates one with the shared options. */
export function addBackupCommands(
  command: (name: string) => Command,
  read: (asked: BackupCommand) => void,
): void {
  const folderOf = (data: string): string => {
    if (data === "") throw new StartRefused("--data names no folder");
    return resolve(data);
  };
  const pathOf = (path: string | undefined): string | null => {
    if (path === "") throw new StartRefused("say a folder");
    return path === undefined ? null : resolve(path);
  };
  command("backup")
    .description("Backs everything up that is in the data folder.")
    .option("--to <folder>", "where backups go, other than usual")
    .action(({ data, json: isJson, to }: Given) =>
      read({ type: "backup", dataDir: folderOf(data), to: pathOf(to), isJson }),
    );
  command("backups")
    .description("Lists the backups.")
    .option("--from <folder>", "where they are, other than usual")
    .action(({ data, json: isJson, from }: Given) =>
      read({ type: "backups", dataDir: folderOf(data), from: pathOf(from), isJson }),
    );
  command("restore")
    .description("Puts a backup in place of what is in the data folder, which is backed up first.")
    .argument("<backup>", "its name, as backups lists it, or its path")
    .option("--disconnect", "leave the server, so that nothing newer comes back from it")
    .action((backup: string, { data, json: isJson, disconnect: disconnects = false }: Given) => {
      if (backup === "") throw new StartRefused("say which backup");
      read({ type: "restore", dataDir: folderOf(data), backup, disconnects, isJson });
    });
}
