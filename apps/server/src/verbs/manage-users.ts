import { randomBytes } from "node:crypto";
import { ok, type Result } from "@tidemark/core";
import { randomBase62 } from "@tidemark/core/names";
import { readOneLine } from "../cli/read-line.ts";
import type { UserCommand } from "../cli/user-command.ts";
import { askControl, type ControlAnswer } from "../control/control-socket.ts";
import { createDiskSpace } from "../disk/disk-space.ts";
import { createAccounts } from "../services/accounts.ts";
import { createMemoDeps, createNotifyDeps } from "../services/memo-deps.ts";
import { openServiceContext } from "../services/service-context.ts";
import { type StartError, startRefused } from "../start/start-error.ts";
import { openPlace } from "./open-place.ts";
import { answerUserWork, type UserWork } from "./user-work.ts";

/** Length of a chosen password: about 119 bits. */
const chosenLength = 20;

/**
 * Runs the command `user`: in the server that has the data folder, or else on its database. Over PostgreSQL always on
 * the database, and running servers notice a change at once.
 */
export async function manageUsers(
  command: UserCommand,
): Promise<Result<ControlAnswer, StartError>> {
  const work = await workOf(command);
  if (!work.ok) return work;
  const { data, database } = command.place;
  const running = database === null ? await askControl(data, work.value) : null;
  const answer = running === null ? await workHere(command, work.value) : ok(running);
  if (!answer.ok || !answer.value.ok) return answer;
  const isChosen = "passwordFile" in command && command.passwordFile === null;
  const secret = isChosen && "password" in work.value ? [`password: ${work.value.password}`] : [];
  return ok({ ok: true, lines: [...answer.value.lines, ...secret] });
}

async function workHere(
  { place }: UserCommand,
  work: UserWork,
): Promise<Result<ControlAnswer, StartError>> {
  await using resources = new AsyncDisposableStack();
  const open = await openPlace(place, resources);
  if (!open.ok) return open;
  const context = await openServiceContext(open.value.opened, {});
  const memoDeps = createMemoDeps(context, createNotifyDeps(context), createDiskSpace([]));
  const { users } = createAccounts(context, memoDeps, {});
  return ok(await answerUserWork(users, work));
}

/** Returns the command with the password to set: that of a file, or a random one. */
async function workOf(command: UserCommand): Promise<Result<UserWork, StartError>> {
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
  return ok(action === "create" ? { ...account, action, isAdmin } : { ...account, action });
}
