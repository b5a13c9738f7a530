import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument, Command, CommanderError } from "commander";
import { defaultPort, parsePort } from "../cli/start-options.ts";
import { StartRefused } from "../cli/refused/start-refused.ts";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { linkAmong, linkScheme } from "../page/deep-link.ts";

const captureLink = `${linkScheme}://capture`;

export interface WindowStart {
  /** Absolute path of the data folder. */
  readonly dataDir: string;
  readonly port: number;
  /** Link to show first; null for none. */
  readonly link: string | null;
  /** Absolute path of a text file to capture; null for none. */
  readonly file: string | null;
}

/**
 * Parses the arguments after the program's name. Returns null if help was requested and printed. Throws
 * StartRefused for invalid arguments.
 */
export function parseWindowOptions(args: readonly string[]): WindowStart | null {
  const command = new Command("tidemark")
    .description("Shows Tidemark in a window of the browser that this machine has.")
    .addArgument(
      new Argument(
        "[link-or-file]",
        "what to show, such as tidemark://search?q=WORDS, or a text to capture, such as tides.md",
      ),
    )
    .option("--capture", "opens a window for a thought in between", false)
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
  const { data, port, capture } = command.opts<{ data: string; port: number; capture: boolean }>();
  if (data === "") throw new StartRefused("--data names no folder");
  return { dataDir: resolve(data), port, ...shownFirst(command.args[0], capture) };
}

function shownFirst(
  given: string | undefined,
  isCapture: boolean,
): Pick<WindowStart, "link" | "file"> {
  if (given === undefined) return { link: isCapture ? captureLink : null, file: null };
  if (isCapture) throw new StartRefused("--capture takes no link and no file");
  const link = linkAmong([given]);
  if (link !== null) return { link, file: null };
  const path = given.toLowerCase().startsWith("file:") ? pathOfUrl(given) : given;
  // An argument that looks like another URL isn't a file name.
  if (path === null || /^[a-z][a-z\d+.-]+:/iu.test(path)) {
    throw new StartRefused(`${given} is no link of Tidemark's`);
  }
  return { link: null, file: resolve(path) };
}

/** Returns null if the URL is invalid or refers to another machine. */
function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
