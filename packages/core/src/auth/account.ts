import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { appError, invalidField, type AppError } from "../error/errors.ts";
import { checkUsername, userName } from "../names/names.ts";
import type { UserRecord } from "../model/account.ts";
import { defineMeta, metaForm } from "../stores/meta/index.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";

/** Sealed code; stored until the first administrator exists. */
export const setupCodeKey = defineMeta("setup_code", metaForm.text);

const minPasswordLength = 8;
/** Maximum password length: longer ones would only make hashing slower. */
export const maxPasswordLength = 1024;

export interface NewAccount {
  readonly username: string;
  readonly password: string;
}

export const passwordsDisabled = err(
  appError("PERMISSION_DENIED", "signing in with a password is disabled on this instance"),
);

export const usernameTaken = err(appError("ALREADY_EXISTS", "username is taken"));

/** Returns the reason to reject a new password; null if it is valid. */
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
  // Some keyboards and programs can't enter them again.
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
 * Creates the first administrator. Errors: INVALID_ARGUMENT for an invalid name or password,
 * FAILED_PRECONDITION if there already is an administrator, ALREADY_EXISTS if the name is taken. The check
 * and the insert are one transaction, so only one of two concurrent calls succeeds. `address` is the client's
 * address, `""` for the machine itself.
 */
export async function createFirstAdministrator(
  deps: AuthDeps,
  account: NewAccount,
  address = "",
): Promise<Result<UserRecord, AppError>> {
  const username = checkUsername("username", account.username);
  if (!username.ok) return username;
  // Checked first: a start that names an existing administrator mustn't fail because of an old password.
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

/** Returns the row of a new account with the role USER. */
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

/** Inserts an account. ALREADY_EXISTS if the name is or was in use: memos of a former user still have it. */
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

/** Creates an account for a sign-up, with the role USER. Errors as in `createFirstAdministrator`. */
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
