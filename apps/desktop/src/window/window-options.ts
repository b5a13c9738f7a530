import { resolve } from "node:path";
import { Argument, Command, CommanderError } from "commander";
import { defaultPort, parsePort } from "../cli/start-options.ts";
import { StartRefused } from "../cli/start-refused.ts";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { linkAmong } from "../page/deep-link.ts";

export interface WindowStart {
  /** Absolute. */
  readonly dataDir: string;
  readonly port: number;
  /** What is shown first; null: where one was. */
  readonly link: string | null;
}

/**
 * Reads the arguments after the program's name. null when they asked for the help, which was printed.
 * Throws StartRefused for what it does not understand.
 */
export function parseWindowOptions(args: readonly string[]): WindowStart | null {
  const command = new Command("tidemark")
    .description("Shows Tidemark in a window of the browser that this machine has.")
    .addArgument(new Argument("[link]", "what to show, such as tidemark://search?q=WORDS"))
    .option("--data <folder>", "where the memos are kept", defaultDataDir())
    .option("--port <number>", "port within this machine", parsePort, defaultPort)
    .addHelpText(
      "after",
      "\ntidemark import --help, and export, backup, backups, restore: memos in and out",
    )
    .allowExcessArguments(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  try {
    command.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return null;
    throw new StartRefused(error.message.replace(/^error: /, "").replaceAll("\n", " "));
  }
  const { data, port } = command.opts<{ data: string; port: number }>();
  if (data === "") throw new StartRefused("--data names no folder");
  const [given] = command.args;
  const link = given === undefined ? null : linkAmong([given]);
  if (given !== undefined && link === null)
    throw new StartRefused(`${given} is no link of Tidemark's`);
  return { dataDir: resolve(data), port, link };
}
