import { appError, invalidField, type AppError } from "../errors.ts";
import { checkUsername } from "../names.ts";
import type { UserRecord, UserStore, WriteStores } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import type { AuthDeps } from "./auth-deps.ts";

const minPasswordLength = 8;
/** Longer ones are refused, so that hashing costs no more than it must. */
export const maxPasswordLength = 1024;

export interface NewAccount {
  readonly username: string;
  readonly password: string;
}

export const usernameTaken = err(appError("ALREADY_EXISTS", "username is taken"));

export function checkPassword(password: string): Result<string, AppError> {
  if ([...password].length < minPasswordLength) {
    return err(invalidField("password", `needs ${minPasswordLength} characters or more`));
  }
  if (password.length > maxPasswordLength) {
    return err(invalidField("password", `has more than ${maxPasswordLength} characters`));
  }
  return ok(password);
}

export function hasAdministrator(users: readonly UserRecord[]): boolean {
  return users.some((user) => user.role === "ADMIN");
}

/**
 * Makes the first administrator. Errors: INVALID_ARGUMENT for a name or password that is not
 * allowed, FAILED_PRECONDITION when there is an administrator already, ALREADY_EXISTS when the name
 * is taken. The check and the insert are one transaction: of two at once, one wins.
 */
export async function createFirstAdministrator(
  deps: AuthDeps,
  account: NewAccount,
): Promise<Result<UserRecord, AppError>> {
  const username = checkUsername("username", account.username);
  if (!username.ok) return username;
  const password = checkPassword(account.password);
  if (!password.ok) return password;
  const passwordHash = await deps.hashPassword(password.value);
  const nowMs = deps.nowMs();
  return deps.database.write(async ({ users }: WriteStores) => {
    if (hasAdministrator(await users.list())) {
      return err(appError("FAILED_PRECONDITION", "there is an administrator already"));
    }
    const row = { ...newAccountRow(username.value, passwordHash, nowMs), isHost: true };
    return insertAccount(users, { ...row, role: "ADMIN" });
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
  users: UserStore,
  row: Omit<UserRecord, "number">,
): Promise<Result<UserRecord, AppError>> {
  if (await users.isTaken(row.username)) {
    return usernameTaken;
  }
  return ok(await users.insert(row));
}

/** Makes a plain account for somebody who signs up. Errors as in `createFirstAdministrator`. */
export async function createAccount(
  deps: AuthDeps,
  account: NewAccount,
): Promise<Result<UserRecord, AppError>> {
  const username = checkUsername("username", account.username);
  if (!username.ok) return username;
  const password = checkPassword(account.password);
  if (!password.ok) return password;
  const passwordHash = await deps.hashPassword(password.value);
  const row = newAccountRow(username.value, passwordHash, deps.nowMs());
  return deps.database.write(({ users }) => insertAccount(users, row));
}
