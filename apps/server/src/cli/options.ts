import { err, ok, type Result } from "@tidemark/core";
import { type Command, CommanderError, Option } from "commander";

/** `text` is for standard output (help, version); otherwise one line that says what is wrong. */
export type ConfigStop =
  | { readonly type: "printed"; readonly text: string }
  | { readonly type: "refused"; readonly message: string };

/** What is secret: itself, or the file that holds it, `-` for standard input. */
export type SecretSource = string | { readonly file: string };

/** An option that is a variable as well: `--rate-limit` is `TIDEMARK_RATE_LIMIT`. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  const variable = `TIDEMARK_${made.name().toUpperCase().replaceAll("-", "_")}`;
  // Commander takes a variable without text for a value; compose files set such ones for "none".
  return process.env[variable] ? made.env(variable) : made;
}

/** Reads the arguments into `command`, which has its options; what it prints or refuses ends there. */
export function parseOptions(command: Command, args: readonly string[]): Result<null, ConfigStop> {
  let printed = "";
  command
    .exitOverride()
    .configureHelp({ optionDescription })
    .configureOutput({
      writeOut: (text) => {
        printed += text;
      },
      writeErr: () => {},
    });
  try {
    command.parse([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0
      ? err({ type: "printed", text: printed })
      : err({ type: "refused", message: oneLine(error.message) });
  }
  return ok(null);
}

/** As Commander's own, without a variable's name beside the options whose variable is set. */
function optionDescription({ description, defaultValue }: Option): string {
  const value: unknown = defaultValue;
  return value === undefined ? description : `${description} (default: ${JSON.stringify(value)})`;
}

/** An address that was given by a wrong name may have a password in it. */
function oneLine(message: string): string {
  return message
    .replace(/^error: /, "")
    .replaceAll(/:\/\/\S*@/g, "://…@")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}

/**
 * What an option says that may also stand in a file, which `<name>-file` names. Not by Commander's
 * `conflicts`: one of them on the command line wins over the other's variable.
 */
export function readSecret(command: Command, name: string): Result<SecretSource | null, string> {
  const own = camelCase(name);
  const inFile = `${own}File`;
  const source = command.getOptionValueSource(own);
  if (source !== undefined && source === command.getOptionValueSource(inFile)) {
    return err(`option '--${name}-file' cannot go with '--${name}'`);
  }
  const options = command.opts<Readonly<Record<string, string | undefined>>>();
  const file = options[inFile];
  if (file === undefined || source === "cli") return ok(options[own] ?? null);
  return ok({ file });
}

function camelCase(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
