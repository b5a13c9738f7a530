import { checkPassword } from "../auth/account.ts";
import type { AuthDeps } from "../auth/auth-deps.ts";
import { type AppError, invalidField } from "../error/errors.ts";
import type { MemoState } from "../model/memo.ts";
import type { UserRecord, UserRole } from "../model/account.ts";

/** Changes of an account. Absent fields stay. */
export interface UserChanges {
  readonly displayName?: string;
  readonly email?: string;
  readonly avatarUrl?: string;
  readonly description?: string;
  readonly password?: string;
  readonly role?: UserRole;
  readonly state?: MemoState;
}

/** Validates the text fields and the password of an account; null if they are valid. */
export async function checkUserChanges(
  deps: Pick<AuthDeps, "isCommonPassword">,
  changes: UserChanges,
): Promise<AppError | null> {
  const { displayName, email, description, password } = changes;
  if (displayName !== undefined && displayName.length > 128) {
    return invalidField("displayName", "is too long");
  }
  if (email !== undefined && email !== "" && !isEmail(email)) {
    return invalidField("email", "is not an address");
  }
  if (description !== undefined && description.length > 4096) {
    return invalidField("description", "is too long");
  }
  return password === undefined ? null : checkPassword(deps, password);
}

function isEmail(text: string): boolean {
  return text.length <= 320 && /^[^\s@]+@[^\s@]+$/.test(text);
}

/** Returns the account with changed text fields, role and state; the same object if nothing changes. */
export function changedUser(user: UserRecord, changes: UserChanges, nowMs: number): UserRecord {
  const role = changes.role ?? user.role;
  const changed: UserRecord = {
    ...user,
    role,
    isHost: user.isHost && role === "ADMIN",
    displayName: changes.displayName ?? user.displayName,
    email: changes.email ?? user.email,
    description: changes.description ?? user.description,
    state: changes.state ?? user.state,
  };
  const isSame = Object.entries(changed).every(
    ([field, value]) => value === user[field as keyof UserRecord],
  );
  return isSame ? user : { ...changed, updatedMs: nowMs };
}
