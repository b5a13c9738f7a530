import { randomBytes } from "node:crypto";
import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import type { Caller, UserRecord } from "@tidemark/core/model";
import { randomBase62, userName } from "@tidemark/core/names";
import type { UserChanges, UserService } from "@tidemark/core/user";
import { readOneLine } from "../cli/read-line.ts";
import type { UserCommand } from "../cli/user-command.ts";
import { createDiskSpace } from "../disk/disk-space.ts";
import { createAccounts } from "../services/accounts.ts";
import { createMemoDeps, createNotifyDeps } from "../services/memo-deps.ts";
import { openServiceContext } from "../services/service-context.ts";
import { openPlace } from "../start/open-place.ts";
import { type StartError, startRefused } from "../start/start-error.ts";

/** The person at the machine. No account can have this name, so the audit log shows who it was. */
const operator: Caller = {
  name: userName("local"),
  role: "ADMIN",
  spaces: [],
  scope: null,
  device: "tidemark-server",
};

/** Length of a chosen password: about 119 bits. */
const chosenLength = 20;

/**
 * Lists or changes accounts, by the same rules as an administrator over the API. Returns the lines to print, or the
 * reason why nothing was changed. Running servers on PostgreSQL notice a change at once.
 */
export async function manageUsers(
  command: UserCommand,
): Promise<Result<readonly string[], StartError | AppError>> {
  const password = await passwordOf(command);
  if (!password.ok) return password;
  await using resources = new AsyncDisposableStack();
  const open = await openPlace(command.place, resources);
  if (!open.ok) return open;
  const context = await openServiceContext(open.value.opened, {});
  const memoDeps = createMemoDeps(context, createNotifyDeps(context), createDiskSpace([]));
  const { users } = createAccounts(context, memoDeps, {});
  switch (command.action) {
    case "list":
      return listed(users);
    case "create": {
      const { username, isAdmin } = command;
      const role = isAdmin ? "ADMIN" : "USER";
      const made = await users.create(operator, { username, password: password.value, role });
      return made.ok ? ok(withPassword(command, `${username} was created`, password.value)) : made;
    }
    case "reset-password": {
      const { username } = command;
      const changed = await change(users, username, { password: password.value });
      if (!changed.ok) return changed;
      const done = `${username} has a new password; sessions and tokens have ended`;
      const lines = withPassword(command, done, password.value);
      const hint = `${username} is disabled: \`user enable ${username}\` allows signing in`;
      return ok(changed.value.state === "NORMAL" ? lines : [...lines, hint]);
    }
    case "enable":
    case "disable": {
      const isEnabled = command.action === "enable";
      const state = isEnabled ? "NORMAL" : "ARCHIVED";
      const changed = await change(users, command.username, { state });
      if (!changed.ok) return changed;
      return ok([
        isEnabled
          ? `${command.username} can sign in`
          : `${command.username} can't sign in; sessions and tokens have ended`,
      ]);
    }
  }
}

async function change(
  users: UserService,
  username: string,
  changes: UserChanges,
): Promise<Result<UserRecord, AppError>> {
  const editor = { caller: operator, credentialId: "" };
  const changed = await users.update(editor, username, changes, null);
  const isUnknown = !changed.ok && changed.error.code === "NOT_FOUND";
  return isUnknown ? err(appError("NOT_FOUND", `there is no user ${username}`)) : changed;
}

async function listed(users: UserService): Promise<Result<readonly string[], AppError>> {
  const rows: (readonly string[])[] = [["USERNAME", "ROLE", "STATE", "CREATED"]];
  let pageToken = "";
  do {
    const page = await users.list(operator, { pageSize: null, pageToken, filter: "" });
    if (!page.ok) return page;
    for (const { username, role, state, createdMs } of page.value.items) {
      const created = new Date(createdMs).toISOString().slice(0, 10);
      rows.push([username, role, state === "NORMAL" ? "ENABLED" : "DISABLED", created]);
    }
    pageToken = page.value.nextPageToken;
  } while (pageToken !== "");
  const widths = [0, 1, 2].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return ok(rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")));
}

/** Returns the password to set: that of a file, or a random one. Empty for actions without one. */
async function passwordOf(command: UserCommand): Promise<Result<string, StartError>> {
  if (command.action !== "create" && command.action !== "reset-password") return ok("");
  const { passwordFile } = command;
  if (passwordFile === null) return ok(randomBase62(chosenLength, randomBytes));
  const read = await readOneLine(passwordFile);
  return read.ok ? read : startRefused(`--password-file: ${read.error}`);
}

/** Adds the password to what was done, unless the operator has it. */
function withPassword(command: UserCommand, done: string, password: string): readonly string[] {
  const isChosen = "passwordFile" in command && command.passwordFile === null;
  return isChosen ? [done, `password: ${password}`] : [done];
}
