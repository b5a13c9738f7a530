import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Argument, Command, CommanderError } from "commander";
import { defaultPort, parsePort } from "../cli/start-options.ts";
import { StartRefused } from "../cli/start-refused.ts";
import { defaultDataDir } from "../host/default-data-dir.ts";
import { linkAmong, linkScheme } from "../page/deep-link.ts";

const captureLink = `${linkScheme}://capture`;

export interface WindowStart {
  /** Absolute. */
  readonly dataDir: string;
  readonly port: number;
  /** What is shown first; null: where one was. */
  readonly link: string | null;
  /** Absolute path of a text that is to be captured; null: none. */
  readonly file: string | null;
}

/**
 * Reads the arguments after the program's name. null when they asked for the help, which was printed.
 * Throws StartRefused for what it does not understand.
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
  // What looks like an address of something else is no name of a file.
  if (path === null || /^[a-z][a-z\d+.-]+:/iu.test(path)) {
    throw new StartRefused(`${given} is no link of Tidemark's`);
  }
  return { link: null, file: resolve(path) };
}

/** null: of another machine, or none that can be read. */
function pathOfUrl(url: string): string | null {
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}
