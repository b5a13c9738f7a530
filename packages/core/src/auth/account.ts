import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { appError, invalidField, type AppError } from "../error/errors.ts";
import { checkUsername, userName } from "../names/names.ts";
import type { UserRecord } from "../model/account.ts";
import { defineMeta, metaForm } from "../stores/meta/index.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";

/** Sealed; there as long as there is no administrator. */
export const setupCodeKey = defineMeta("setup_code", metaForm.text);

const minPasswordLength = 8;
/** Longer ones are refused, so that hashing costs no more than it must. */
export const maxPasswordLength = 1024;

export interface NewAccount {
  readonly username: string;
  readonly password: string;
}

export const usernameTaken = err(appError("ALREADY_EXISTS", "username is taken"));

/** What a new password is refused for, whoever sets it; null when it may be one. */
export async function checkPassword(
  deps: Pick<AuthDeps, "isCommonPassword">,
  password: string,
): Promise<AppError | null> {
  if ([...password].length < minPasswordLength) {
    return invalidField("password", `needs ${minPasswordLength} characters or more`);
  }
  if (password.length > maxPasswordLength) {
    return invalidField("password", `has more than ${maxPasswordLength} characters`);
  }
  // Not every keyboard and program can send them again.
  if (/\p{Cc}/u.test(password)) {
    return invalidField("password", "must not contain control characters");
  }
  if (await deps.isCommonPassword(password)) {
    return invalidField("password", "is one of the most common passwords; choose another");
  }
  return null;
}

export function hasAdministrator(users: readonly UserRecord[]): boolean {
  return users.some((user) => user.role === "ADMIN");
}

const administratorThere = appError("FAILED_PRECONDITION", "an administrator already exists");

/**
 * Makes the first administrator. Errors: INVALID_ARGUMENT for a name or password that is not
 * allowed, FAILED_PRECONDITION when there is an administrator already, ALREADY_EXISTS when the name
 * is taken. The check and the insert are one transaction: of two at once, one wins. `address` is
 * where it was asked for, "" on the machine itself.
 */
export async function createFirstAdministrator(
  deps: AuthDeps,
  account: NewAccount,
  address = "",
): Promise<Result<UserRecord, AppError>> {
  const username = checkUsername("username", account.username);
  if (!username.ok) return username;
  // First: a start that names an administrator who is there already is not held up by an old password.
  const users = await deps.database.read((stores) => stores.users.list());
  if (hasAdministrator(users)) return err(administratorThere);
  const problem = await checkPassword(deps, account.password);
  if (problem !== null) return err(problem);
  const passwordHash = await deps.hashPassword(account.password);
  const nowMs = deps.nowMs();
  return deps.database.write(async (stores) => {
    if (hasAdministrator(await stores.users.list())) {
      return err(administratorThere);
    }
    const row = { ...newAccountRow(username.value, passwordHash, nowMs), isHost: true };
    const made = await insertAccount(stores, { ...row, role: "ADMIN" });
    if (made.ok) {
      const target = userName(made.value.username);
      const entry = { atMs: nowMs, actor: "", target, address };
      await enterInAuditLog(stores, { ...entry, action: "role.raised" });
      await stores.meta.set(setupCodeKey, null);
    }
    return made;
  });
}

/** A plain account as it begins. */
export function newAccountRow(
  username: string,
  passwordHash: string,
  nowMs: number,
): Omit<UserRecord, "number"> {
  return {
    username,
    role: "USER",
    isHost: false,
    passwordHash,
    email: "",
    displayName: username,
    avatarUrl: "",
    description: "",
    state: "NORMAL",
    createdMs: nowMs,
    updatedMs: nowMs,
  };
}

/** ALREADY_EXISTS when somebody has the name, or had it once: their memos still bear it. */
export async function insertAccount(
  { users, afterCommit }: Pick<ServerWriteStores, "users" | "afterCommit">,
  row: Omit<UserRecord, "number">,
): Promise<Result<UserRecord, AppError>> {
  if (await users.isTaken(row.username)) {
    return usernameTaken;
  }
  const made = await users.insert(row);
  afterCommit({ kind: "credentials-changed", ended: [] });
  return ok(made);
}

/** Makes a plain account for somebody who signs up. Errors as in `createFirstAdministrator`. */
export async function createAccount(
  deps: AuthDeps,
  account: NewAccount,
): Promise<Result<UserRecord, AppError>> {
  const username = checkUsername("username", account.username);
  if (!username.ok) return username;
  const problem = await checkPassword(deps, account.password);
  if (problem !== null) return err(problem);
  const passwordHash = await deps.hashPassword(account.password);
  const row = newAccountRow(username.value, passwordHash, deps.nowMs());
  return deps.database.write((stores) => insertAccount(stores, row));
}
