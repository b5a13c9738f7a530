import { type AppError, appError, err, ok, type Result } from "@tidemark/core";
import type { UserRecord } from "@tidemark/core/model";
import type { PurgedThings, UserChanges, UserService } from "@tidemark/core/user";
import type { UserWork } from "../control/work.ts";
import type { Services } from "../services/services.ts";
import { passwordLink } from "../auth/password-link-address.ts";
import { operator } from "./operator.ts";

type UserWorkServices = Pick<Services, "users" | "auth" | "instance">;

/**
 * Lists or changes accounts, by the same rules as an administrator over the API. Returns the lines to print, without
 * passwords.
 */
export async function doUserWork(
  services: UserWorkServices,
  work: UserWork,
): Promise<Result<readonly string[], AppError>> {
  const { users } = services;
  switch (work.action) {
    case "list":
      return listed(users);
    case "create":
    case "invite": {
      const role = work.isAdmin ? "ADMIN" : "USER";
      const made = await users.create(operator, { ...work, role });
      if (!made.ok) return made;
      const done = `${made.value.username} was created`;
      if (work.action === "create") return ok([done]);
      const link = await linkLines(services, work.username);
      return link.ok ? ok([done, ...link.value]) : link;
    }
    case "link":
      return linkLines(services, work.username);
    case "reset-password": {
      const changed = await change(users, work.username, { password: work.password });
      if (!changed.ok) return changed;
      const { username: name, state } = changed.value;
      const done = `${name} has a new password; sessions and tokens have ended`;
      const hint = `${name} is disabled: \`user enable ${name}\` allows signing in`;
      return ok(state === "NORMAL" ? [done] : [done, hint]);
    }
    case "enable": {
      const changed = await change(users, work.username, { state: "NORMAL" });
      return changed.ok ? ok([`${changed.value.username} can sign in`]) : changed;
    }
    case "disable": {
      const changed = await change(users, work.username, { state: "ARCHIVED" });
      if (!changed.ok) return changed;
      return ok([`${changed.value.username} can't sign in; sessions and tokens have ended`]);
    }
    case "sign-out": {
      const signedOut = named(work.username, await users.signOut(operator, work.username));
      if (!signedOut.ok) return signedOut;
      return ok([`${signedOut.value.username} is signed out; sessions and tokens have ended`]);
    }
    case "delete": {
      const closed = named(work.username, await users.remove(operator, work.username));
      return closed.ok ? ok([`${work.username} is closed; its memos are in the trash`]) : closed;
    }
    case "purge": {
      const purged = named(work.username, await users.purge(operator, work.username));
      return purged.ok ? ok(purgedLines(work.username, purged.value)) : purged;
    }
  }
}

/** Creates a link for choosing a password. Returns the lines with it. */
async function linkLines(
  { auth, instance }: UserWorkServices,
  username: string,
): Promise<Result<readonly string[], AppError>> {
  const made = named(username, await auth.passwordLinks.create(operator, username));
  if (!made.ok) return made;
  const { instanceUrl } = instance.current().GENERAL;
  const { code, expiresMs } = made.value;
  const link = passwordLink(instanceUrl || "ADDRESS", code);
  const hint = "ADDRESS is the server's address; `setting set general.instanceUrl` sets it";
  const until = `it works once, until ${new Date(expiresMs).toISOString()}`;
  return ok([`link: ${link}`, until, ...(instanceUrl === "" ? [hint] : [])]);
}

async function change(
  users: UserService,
  name: string,
  changes: UserChanges,
): Promise<Result<UserRecord, AppError>> {
  const editor = { caller: operator, credentialId: "" };
  return named(name, await users.update(editor, name, changes, null));
}

/** Returns a result with the name of a missing account in its error. */
export function named<T>(name: string, result: Result<T, AppError>): Result<T, AppError> {
  const isMissing = !result.ok && result.error.code === "NOT_FOUND";
  return isMissing ? err(appError("NOT_FOUND", `there is no user ${name}`)) : result;
}

function purgedLines(username: string, things: PurgedThings): string[] {
  const words: Readonly<Record<keyof PurgedThings, string>> = {
    memos: "memos",
    comments: "comments",
    commentsByOthers: "comments by others",
    attachments: "files",
    memosWithReactions: "memos with reactions",
    shareLinks: "share links",
    webhooks: "webhooks",
    accessTokens: "access tokens",
  };
  const lines = Object.entries(words).map(
    ([key, word]) => `  ${word}: ${things[key as keyof PurgedThings]}`,
  );
  return [
    `${username} is closed and erased. Removed for good:`,
    ...lines,
    "Backups and copies of the database made before still have them.",
  ];
}

async function listed(users: UserService): Promise<Result<readonly string[], AppError>> {
  const rows: (readonly string[])[] = [
    ["USERNAME", "ROLE", "STATE", "CREATED", "LAST SEEN", "SESSIONS", "FILES"],
  ];
  let pageToken = "";
  do {
    const page = await users.list(operator, { pageSize: null, pageToken, filter: "" });
    if (!page.ok) return page;
    for (const user of page.value.items) {
      const state = user.state === "NORMAL" ? "ENABLED" : "DISABLED";
      const seen = user.lastSeenMs === null ? "-" : dayOf(user.lastSeenMs);
      const use = [seen, String(user.sessions), megabytes.format(user.storageBytes / 1e6)];
      rows.push([user.username, user.role, state, dayOf(user.createdMs), ...use]);
    }
    pageToken = page.value.nextPageToken;
  } while (pageToken !== "");
  const widths = [0, 1, 2, 3, 4, 5].map((at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return ok(rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ")));
}

const megabytes = new Intl.NumberFormat("en", {
  style: "unit",
  unit: "megabyte",
  maximumFractionDigits: 1,
});

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
