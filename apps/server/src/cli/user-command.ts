import { resolve } from "node:path";
import { ok, type Result } from "@tidemark/core";
import { Argument, Command } from "commander";
import { type ConfigStop, parseOptions, refuseAll } from "./options.ts";
import { addPlaceOptions, type Place, readPlace } from "./place-options.ts";

const actions = [
  "list",
  "create",
  "invite",
  "link",
  "reset-password",
  "enable",
  "disable",
  "sign-out",
  "export",
  "delete",
] as const;

/** Action of the command `user`, and the instance that it is for. */
export type UserCommand = { readonly place: Place } & (
  | { readonly action: "list" }
  | {
      readonly action: "enable" | "disable" | "sign-out" | "link" | "delete" | "purge";
      readonly username: string;
    }
  | { readonly action: "export"; readonly username: string; readonly out: string }
  | {
      readonly action: "create" | "invite" | "reset-password";
      readonly username: string;
      /** File with the password, `-` for standard input; `null` to choose one. */
      readonly passwordFile: string | null;
      readonly isAdmin: boolean;
    }
);

/** Reads the arguments of `user`. */
export function readUserCommand(args: readonly string[]): Result<UserCommand, ConfigStop> {
  const command = addPlaceOptions(
    new Command("tidemark-server user")
      .description("Lists and changes accounts. The server may be running.")
      .addArgument(new Argument("<action>", "what to do").choices(actions))
      .argument("[username]", "the account, for all but list")
      .option("--purge", "delete: for good, also what would go to the trash", false)
      .option("--out <file>", "export: zip to write")
      .option("--admin", "create, invite: an administrator", false)
      .option(
        "--password-file <path>",
        "create, reset-password: file with the password, - for standard input; if absent, one is chosen and printed",
      ),
  );
  const parsed = parseOptions(command, args);
  if (!parsed.ok) return parsed;
  const place = readPlace(command);
  if (!place.ok) return refuseAll([place.error]);
  // `choices` has refused any other action.
  const action = actions.find((each) => each === command.args[0]) ?? "list";
  const username = command.args[1] ?? null;
  const {
    admin: isAdmin,
    purge: isPurged,
    passwordFile = null,
    out = null,
  } = command.opts<{
    readonly out?: string;
    readonly admin: boolean;
    readonly purge: boolean;
    readonly passwordFile?: string;
  }>();
  const problems = [
    ...(action === "list" && username !== null ? ["list takes no username"] : []),
    ...(action !== "list" && username === null ? [`${action} needs a username`] : []),
    ...(isAdmin && action !== "create" && action !== "invite"
      ? ["option '--admin' is for create and invite"]
      : []),
    ...(isPurged && action !== "delete" ? ["option '--purge' is for delete"] : []),
    ...(out !== null && action !== "export" ? ["option '--out' is for export"] : []),
    ...(out === null && action === "export" ? ["option '--out' is missing"] : []),
    ...(passwordFile !== null && action !== "create" && action !== "reset-password"
      ? ["option '--password-file' is for create and reset-password"]
      : []),
  ];
  if (problems.length > 0) return refuseAll(problems);
  const at = { place: place.value };
  if (action === "list" || username === null) return ok({ ...at, action: "list" });
  if (action === "create" || action === "invite" || action === "reset-password") {
    return ok({ ...at, action, username, passwordFile, isAdmin });
  }
  if (action === "export") return ok({ ...at, action, username, out: resolve(out ?? "") });
  return ok({ ...at, action: isPurged ? "purge" : action, username });
}
