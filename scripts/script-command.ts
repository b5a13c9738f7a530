import { Command, InvalidArgumentError } from "commander";

/** A command line of a script: what it does not understand ends it with 2, its help with 0. */
export function scriptCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .allowExcessArguments(false)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));
}

/** Reads a whole number of an option, both ends included. */
export function wholeNumber(from: number, to: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= from && value <= to)) {
      throw new InvalidArgumentError(`It must be a number from ${from} to ${to}.`);
    }
    return value;
  };
}

/** Reads an option that names a server, without a slash at its end. */
export function serverUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError("It must be an http or https address.");
  }
  return url.origin + url.pathname.replace(/\/+$/, "");
}
