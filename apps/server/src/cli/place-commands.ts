import { err, ok, type Result } from "@tidemark/core";
import { Command } from "commander";
import { type ConfigStop, parseOptions } from "./options.ts";
import { addPlaceOptions, type Place, readPlace } from "./place-options.ts";

export interface CheckCommand extends Place {
  /** True to correct what is wrong. */
  readonly mend: boolean;
}

/** Reads the arguments of `check`. */
export function readCheckCommand(args: readonly string[]): Result<CheckCommand, ConfigStop> {
  const command = placeCommand(
    "check",
    "Looks whether everything that follows from the memos' contents is right.",
  ).option("--mend", "repair what is wrong; stop the server first", false);
  const place = parsePlace(command, args);
  if (!place.ok) return place;
  return ok({ ...place.value, mend: command.opts<{ readonly mend: boolean }>().mend });
}

/** Reads the arguments of `new-epoch`. */
export function readNewEpochCommand(args: readonly string[]): Result<Place, ConfigStop> {
  return parsePlace(
    placeCommand("new-epoch", "Makes devices send their data again after a database was restored."),
    args,
  );
}

/** Reads the arguments of `state`. */
export function readStateCommand(args: readonly string[]): Result<Place, ConfigStop> {
  return parsePlace(placeCommand("state", "Shows what the server with a data folder does."), args);
}

function placeCommand(verb: string, description: string): Command {
  return addPlaceOptions(new Command(`tidemark-server ${verb}`).description(description));
}

function parsePlace(command: Command, args: readonly string[]): Result<Place, ConfigStop> {
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const place = readPlace(command);
  return place.ok ? place : err({ type: "refused", message: place.error });
}
