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

/**
 * Reads the arguments and variables into `command`, which has its options. A refusal names all that are
 * wrong; what could be read is in `command` all the same.
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
  // Commander stops at the first: it is asked again without it, each time with one less to refuse.
  while (rest !== null) {
    const refusal = refusalOf(command, rest);
    if (refusal === null) break;
    if (refusal.exitCode === 0) return err({ type: "printed", text: printed });
    problems.push(oneLine(refusal.message));
    rest = withoutRefused(command, rest, refusal);
  }
  return problems.length === 0 ? ok(null) : refuseAll(problems);
}

/** null: the arguments were read. */
function refusalOf(command: Command, args: readonly string[]): CommanderError | null {
  try {
    command.parse([...args], { from: "user" });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error;
    throw error;
  }
}

/** One refusal for everything that is wrong. */
export function refuseAll(problems: readonly string[]): Result<never, ConfigStop> {
  const [only = "", ...more] = problems;
  const message = more.length === 0 ? only : problems.map(withoutDot).join("; ");
  return err({ type: "refused", message });
}

function withoutDot(problem: string): string {
  return problem.replace(/\.$/, "");
}

/** The arguments without the one that was refused; null: nothing more can be looked at. */
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
      // Maybe a variable, which stays: any value will do from now on.
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
