import { ok, type Result } from "@tidemark/core";
import { Argument, Command } from "commander";
import { type ConfigStop, parseOptions, refuseAll } from "./options.ts";
import { addPlaceOptions, readPlace } from "./place-options.ts";
import type { PlacedWork } from "./token-command.ts";

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
