import { err, ok, type Result } from "@tidemark/core";
import { type Command, CommanderError, InvalidArgumentError, Option } from "commander";

/**
 * Reason to stop. `text` is for standard output (help, version); `message` is one line that describes the
 * error.
 */
export type ConfigStop =
  | { readonly type: "printed"; readonly text: string }
  | { readonly type: "refused"; readonly message: string };

/** Secret, or the file that contains it, `-` for standard input. */
export type SecretSource = string | { readonly file: string };

/** Creates an option that is also a variable: `--rate-limit` is `TIDEMARK_RATE_LIMIT`. */
export function option(flags: string, description: string): Option {
  const made = new Option(flags, description);
  const variable = `TIDEMARK_${made.name().toUpperCase().replaceAll("-", "_")}`;
  // Commander accepts an empty variable as a value; compose files use those for "none".
  return process.env[variable] ? made.env(variable) : made;
}

/**
 * Reads the arguments and variables into `command`, which has its options. A refusal names all errors;
 * `command` still contains the valid values.
 */
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
  const problems: string[] = [];
  let rest: readonly string[] | null = args;
  // Commander stops at the first error, so this parses again without it until there are no more.
  while (rest !== null) {
    const refusal = refusalOf(command, rest);
    if (refusal === null) break;
    if (refusal.exitCode === 0) return err({ type: "printed", text: printed });
    problems.push(oneLine(refusal.message));
    rest = withoutRefused(command, rest, refusal);
  }
  return problems.length === 0 ? ok(null) : refuseAll(problems);
}

/** Returns Commander's error; null if the arguments are valid. */
function refusalOf(command: Command, args: readonly string[]): CommanderError | null {
  try {
    command.parse([...args], { from: "user" });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
}

/** Combines all errors into one refusal. */
export function refuseAll(problems: readonly string[]): Result<never, ConfigStop> {
  const [only = "", ...more] = problems;
  const message = more.length === 0 ? only : problems.map(withoutDot).join("; ");
  return err({ type: "refused", message });
}

function withoutDot(problem: string): string {
  return problem.replace(/\.$/, "");
}

/** Returns the arguments without the refused one; null if parsing can't continue. */
function withoutRefused(
  command: Command,
  args: readonly string[],
  { code, message }: CommanderError,
): readonly string[] | null {
  switch (code) {
    case "commander.invalidArgument": {
      const option = command.options.find(({ flags, long }) =>
        [flags, long].some((name) => message.includes(`option '${name}'`)),
      );
      // It may come from a variable, which can't be removed, so any value is now accepted.
      option?.argParser(() => undefined);
      return option === undefined ? null : args;
    }
    case "commander.unknownOption": {
      const at = args.findIndex((arg) => arg.startsWith("-") && message.includes(`'${arg}'`));
      // The next argument may be its value.
      const isFollowed = args[at + 1]?.startsWith("-") === false;
      return at < 0 ? null : args.toSpliced(at, isFollowed ? 2 : 1);
    }
    case "commander.optionMissingArgument":
      return args.slice(0, -1);
    default:
      return null;
  }
}

/** Describes an option like Commander, but without the name of its variable if that is set. */
function optionDescription({ description, defaultValue }: Option): string {
  const value: unknown = defaultValue;
  return value === undefined ? description : `${description} (default: ${JSON.stringify(value)})`;
}

/**
 * Converts a message to one line, and masks credentials in addresses, which an option with a wrong name may
 * contain.
 */
function oneLine(message: string): string {
  return message
    .replace(/^error: /, "")
    .replaceAll(/:\/\/\S*@/g, "://…@")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}

/**
 * Reads an option whose value may also be in a file, named by `<name>-file`. Doesn't use Commander's
 * `conflicts`, because one of them on the command line overrides the other's variable.
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

/** Returns a parser of whole numbers from 0 to `max`. */
export function wholeNumber(max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value <= max)) throw new InvalidArgumentError(`It must be a number from 0 to ${max}.`);
    return value;
  };
}
