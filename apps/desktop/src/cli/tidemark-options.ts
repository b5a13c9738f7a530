import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Command, CommanderError, Option } from "commander";
import { type FolderUse, folderUses } from "@tidemark/core/model";
import { defaultDataDir } from "../host/default-data-dir.ts";
import type { McpCommand } from "./assistants/run-mcp.ts";
import { addBackupCommands, type BackupCommand } from "./backup-options.ts";
import { StartRefused } from "./refused/start-refused.ts";

/** Command of `tidemark import SOURCE`. */
export interface ImportCommand {
  readonly type: "import";
  readonly dataDir: string;
  /** Path of a file or folder, or the address of a server. */
  readonly from: { readonly path: string } | { readonly url: string };
  readonly isDryRun: boolean;
  readonly isJson: boolean;
  readonly user: string | null;
  /** Use of the folders of the notes. */
  readonly folders: FolderUse;
  readonly token: string | null;
}

/** Parsed command of `tidemark import …`, `tidemark export …` and the like. Paths are absolute. */
export type TidemarkCommand =
  | BackupCommand
  | ImportCommand
  | McpCommand
  | {
      readonly type: "undo";
      readonly dataDir: string;
      /** Id of the import; null for the last one. */
      readonly run: string | null;
      readonly isJson: boolean;
    }
  | {
      readonly type: "export";
      readonly dataDir: string;
      readonly to: string;
      readonly format: "markdown" | "json";
      readonly isJson: boolean;
    };

interface ImportOptions {
  readonly data: string;
  readonly dryRun: boolean;
  readonly json: boolean;
  readonly user?: string;
  readonly folders: FolderUse;
  readonly tokenFile?: string;
  readonly undo?: string | true;
}

interface ExportOptions {
  readonly data: string;
  readonly json: boolean;
  readonly to: string;
  readonly format: "markdown" | "json";
}

/**
 * Parses the arguments after the program's name. Returns null if help was requested and printed. Throws
 * StartRefused for invalid arguments.
 */
export function parseTidemarkOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): TidemarkCommand | null {
  let read: TidemarkCommand | null = null;
  const program = quiet(new Command("tidemark")).description(
    "Imports, exports and backs up memos, and serves assistants.",
  );
  const command = (name: string): Command =>
    quiet(program.command(name))
      .allowExcessArguments(false)
      .option("--data <folder>", "where the memos are kept", defaultDataDir())
      .option("--json", "write the result as JSON", false);
  command("import")
    .description("Imports notes of another program, or undoes an import.")
    .argument("[source]", "a folder, an archive or a file; the address of a memos server")
    .option("--dry-run", "show what would be imported, and write nothing", false)
    .option("--user <name>", "the user whose memos to import, if a source has several users")
    .addOption(
      new Option(
        "--folders <use>",
        "add a note's folder as a tag, as its first line, or not at all",
      )
        .choices(folderUses)
        .default("tags"),
    )
    .option("--token-file <file>", "file with the server's access token (or TIDEMARK_TOKEN)")
    .option("--undo [id]", "undo an import: the last one, or the one with an id")
    .action((source: string | undefined, options: ImportOptions) => {
      read = importCommand(source, options, env);
    });
  command("export")
    .description("Writes every memo as Markdown or JSON, with its files.")
    .requiredOption("--to <path>", "a folder that is empty or not there, or a zip")
    .addOption(
      new Option("--format <format>", "a Markdown file for each memo, or one JSON file for all")
        .choices(["markdown", "json"])
        .default("markdown"),
    )
    .action((options: ExportOptions) => {
      read = {
        type: "export",
        dataDir: folderOf(options.data),
        to: resolve(options.to),
        format: options.format,
        isJson: options.json,
      };
    });
  quiet(program.command("mcp"))
    .description("Serves an assistant on this computer by the Model Context Protocol (stdio).")
    .allowExcessArguments(false)
    .option("--data <folder>", "where the memos are kept", defaultDataDir())
    .option("--write", "let the assistant change memos", false)
    .action(({ data, write }: { readonly data: string; readonly write: boolean }) => {
      read = { type: "mcp", dataDir: folderOf(data), canWrite: write };
    });
  addBackupCommands(command, (asked) => {
    read = asked;
  });
  try {
    program.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    if (error.code === "commander.help")
      throw new StartRefused("say import, export, backup, backups, restore or mcp, or --help");
    throw new StartRefused(error.message.replace(/^error: /, "").replaceAll("\n", " "));
  }
  return read;
}

function quiet(command: Command): Command {
  return command.exitOverride().configureOutput({ writeErr: () => undefined });
}

function importCommand(
  source: string | undefined,
  options: ImportOptions,
  env: Readonly<Record<string, string | undefined>>,
): TidemarkCommand {
  const dataDir = folderOf(options.data);
  const { dryRun: isDryRun, json: isJson, user = null, folders } = options;
  if (options.undo !== undefined) {
    if (source !== undefined || isDryRun || user !== null || options.tokenFile !== undefined) {
      throw new StartRefused("--undo can only be used with --data and --json");
    }
    return { type: "undo", dataDir, run: options.undo === true ? null : options.undo, isJson };
  }
  if (source === undefined || source === "") throw new StartRefused("say what to import");
  const url = addressOf(source);
  if (url === null) {
    if (options.tokenFile !== undefined) throw new StartRefused("--token-file is for a server");
    return {
      type: "import",
      dataDir,
      from: { path: resolve(source) },
      isDryRun,
      isJson,
      user,
      folders,
      token: null,
    };
  }
  const token = tokenOf(options.tokenFile, env);
  return { type: "import", dataDir, from: { url }, isDryRun, isJson, user, folders, token };
}

function folderOf(data: string): string {
  if (data === "") throw new StartRefused("--data names no folder");
  return resolve(data);
}

/** Returns the http(s) address of a server; null for everything else, which is a path. */
function addressOf(source: string): string | null {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return null;
  const url = URL.parse(source);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartRefused(`${source} is no http or https address`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new StartRefused("the address holds a name or password: give a token by --token-file");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}

function tokenOf(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  let token = env["TIDEMARK_TOKEN"] ?? "";
  if (file !== undefined) {
    try {
      token = readFileSync(file === "-" ? 0 : file, "utf8");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StartRefused(`the token cannot be read: ${reason}`);
    }
  }
  const given = token.trim();
  if (given === "") {
    if (file !== undefined) throw new StartRefused(`${file} holds no token`);
    return null;
  }
  if (!/^[\x21-\x7e]+$/.test(given)) throw new StartRefused("the token holds blanks or worse");
  return given;
}
