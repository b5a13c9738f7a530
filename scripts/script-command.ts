import { Command, InvalidArgumentError } from "commander";

/** Creates a script's command. Invalid arguments exit with 2, help with 0. */
export function scriptCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** Returns a parser for a whole number in a range, both ends included. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= from && value <= to)) {
      throw new InvalidArgumentError(`It must be a number from ${from} to ${to}.`);
    }
    return value;
  };
}

/** Parses a server's URL and removes trailing slashes. */
export function serverUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("It must be an http or https address.");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
