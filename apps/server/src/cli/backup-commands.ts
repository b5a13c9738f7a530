import { homedir } from "node:os";
import { resolve } from "node:path";
import { err, ok, type Result } from "@tidemark/core";
import { Command, CommanderError } from "commander";
import type { ConfigStop } from "./config.ts";
import { defaultDataFolder } from "./data-folder-default.ts";

/** A command that does something with a data folder and ends. Paths are absolute. */
export type FolderCommand =
  | { readonly type: "backup"; readonly data: string; readonly to: string }
  | {
      readonly type: "restore";
      readonly data: string;
      readonly from: string;
      readonly keepTokens: boolean;
    };

/** Reads `backup …` and `restore …`; null when the command line is neither. */
export function readFolderCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Result<FolderCommand, ConfigStop> | null {
  if (args[0] !== "backup" && args[0] !== "restore") return null;
  const givenData = env["TIDEMARK_DATA"] || defaultDataFolder(process.platform, env, homedir());
  let printed = "";
  let read: FolderCommand | null = null;
  const program = new Command("tidemark-server");
  const output = {
    writeOut: (text: string): void => {
      printed += text;
    },
    writeErr: (): void => {},
  };
  const command = (name: string): Command =>
    program
      .command(name)
      .exitOverride()
      .configureOutput(output)
      .option("--data <folder>", "folder of the database and files", givenData);
  command("backup")
    .description("Copies database and files while the server may run.")
    .requiredOption("--to <file>", "where the copy of the database goes; files go to <file>.blobs")
    .action(({ data, to }: { data: string; to: string }) => {
      read = { type: "backup", data: resolve(data), to: resolve(to) };
    });
  command("restore")
    .description("Puts a backup in the place of the database. The server must not run.")
    .requiredOption("--from <file>", "the copy of the database")
    .option("--keep-tokens", "access tokens go on working", false)
    .action(({ data, from, keepTokens }: { data: string; from: string; keepTokens: boolean }) => {
      read = { type: "restore", data: resolve(data), from: resolve(from), keepTokens };
    });
  try {
    program
      .exitOverride()
      .configureOutput(output)
      .parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return err({ type: "printed", text: printed });
    return err({ type: "refused", message: error.message.replace(/^error: /, "").trim() });
  }
  return read === null ? null : ok(read);
}
