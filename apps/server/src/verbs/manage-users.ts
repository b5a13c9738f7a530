import { randomBytes } from "node:crypto";
import { ok, type Result } from "@tidemark/core";
import { randomBase62 } from "@tidemark/core/names";
import { readOneLine } from "../cli/read-line.ts";
import type { UserCommand } from "../cli/user-command.ts";
import type { ControlAnswer } from "../control/control-socket.ts";
import { type StartError, startRefused } from "../start/start-error.ts";
import { doWork } from "./do-work.ts";
import { exportUser } from "./export-user.ts";
import type { UserWork } from "../control/work.ts";

/** Length of a chosen password: about 119 bits. */
const chosenLength = 20;

/** Runs the command `user`, with a password that is chosen here if none is given. */
export async function manageUsers(
  command: UserCommand,
): Promise<Result<ControlAnswer, StartError>> {
  if (command.action === "export") return exportUser(command);
  const work = await workOf(command);
  if (!work.ok) return work;
  const answer = await doWork(command.place, { command: "user", work: work.value });
  if (!answer.ok || !answer.value.ok) return answer;
  // Who is invited chooses another one by the link.
  const isChosen =
    "passwordFile" in command && command.passwordFile === null && command.action !== "invite";
  const secret = isChosen && "password" in work.value ? [`password: ${work.value.password}`] : [];
  return ok({ ok: true, lines: [...answer.value.lines, ...secret] });
}

/** Returns the command with the password to set: that of a file, or a random one. */
async function workOf(
  command: Exclude<UserCommand, { readonly action: "export" }>,
): Promise<Result<UserWork, StartError>> {
  if (command.action === "list") return ok({ action: "list" });
  if (!("passwordFile" in command)) {
    return ok({ action: command.action, username: command.username });
  }
  const { action, username, passwordFile, isAdmin } = command;
  const read =
    passwordFile === null
      ? ok(randomBase62(chosenLength, randomBytes))
      : await readOneLine(passwordFile);
  if (!read.ok) return startRefused(`--password-file: ${read.error}`);
  const account = { username, password: read.value };
  return ok(action === "reset-password" ? { ...account, action } : { ...account, action, isAdmin });
}
