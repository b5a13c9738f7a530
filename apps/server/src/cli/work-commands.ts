import { ok, type Result } from "@tidemark/core";
import { tokenScopes } from "@tidemark/core/model";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Work } from "../control/work.ts";
import { type ConfigStop, parseOptions, refuseAll } from "./options.ts";
import { addPlaceOptions, type Place, readPlace } from "./place-options.ts";

/** Work of a command, and the instance that it is for. */
export interface PlacedWork {
  readonly place: Place;
  readonly work: Work;
}

/** Reads the arguments of `token`. */
export function readTokenCommand(args: readonly string[]): Result<PlacedWork, ConfigStop> {
  const command = addPlaceOptions(
    new Command("tidemark-server token")
      .description("Creates an access token of an account. The server may be running.")
      .addArgument(new Argument("<action>", "what to do").choices(["create"]))
      .argument("<username>", "the account")
      .option(
        "--name <name>",
        "name of the token, shown in the account's settings",
        "tidemark-server",
      )
      .addOption(
        new Option("--scope <scope>", "what the token allows")
          .choices(tokenScopes)
          .default("write"),
      )
      .addOption(
        new Option("--days <days>", "days until it expires; absent: never").argParser(days),
      ),
  );
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const place = readPlace(command);
  if (!place.ok) return refuseAll([place.error]);
  const options = command.opts<{
    readonly name: string;
    readonly scope: (typeof tokenScopes)[number];
    readonly days?: number;
  }>();
  const username = command.args[1] ?? "";
  const { name: title, scope, days: until = null } = options;
  const work = { action: "create", username, title, scope, days: until } as const;
  return ok({ place: place.value, work: { command: "token", work } });
}

function days(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) < 1) {
    throw new InvalidArgumentError("It must be a number of days.");
  }
  return Number(text);
}

/** Reads the arguments of `setting`. */
export function readSettingCommand(args: readonly string[]): Result<PlacedWork, ConfigStop> {
  const command = addPlaceOptions(
    new Command("tidemark-server setting")
      .description("Shows and changes settings of the instance. The server may be running.")
      .addArgument(new Argument("<action>", "what to do").choices(["get", "set"]))
      .argument("[name]", "get: a setting or one of its fields, such as general.title; absent: all")
      .argument("[value]", "set: the field's value, as JSON or plain text; absent: the default"),
  );
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const place = readPlace(command);
  if (!place.ok) return refuseAll([place.error]);
  const [action, name, value] = command.args;
  const [key = "", field = null, ...more] = name?.split(".") ?? [];
  const problems = [
    ...(more.length > 0 ? [`${name ?? ""} isn't a name such as general.title`] : []),
    ...(action === "get" && value !== undefined ? ["get takes no value"] : []),
    ...(action === "set" && field === null ? ["set needs a field, such as general.title"] : []),
  ];
  if (problems.length > 0) return refuseAll(problems);
  const work =
    action === "set" && field !== null
      ? ({ action: "set", key, field, value: valueOf(value) } as const)
      : ({ action: "get", key: key === "" ? null : key, field } as const);
  return ok({ place: place.value, work: { command: "setting", work } });
}

/** Returns the value of JSON, or the text itself; null for the default. */
function valueOf(text: string | undefined): unknown {
  if (text === undefined) return null;
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
