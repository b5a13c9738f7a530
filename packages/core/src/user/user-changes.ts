import { checkPassword } from "../auth/account.ts";
import type { AuthDeps } from "../auth/auth-deps.ts";
import { type AppError, invalidField } from "../error/errors.ts";
import type { MemoState } from "../model/memo.ts";
import type { UserRecord, UserRole } from "../model/account.ts";

/** What may change in an account. A field that is absent stays. */
export interface UserChanges {
  readonly displayName?: string;
  readonly email?: string;
  readonly avatarUrl?: string;
  readonly description?: string;
  readonly password?: string;
  readonly role?: UserRole;
  readonly state?: MemoState;
}

/** What is wrong with the words of an account, whoever writes them; null when nothing is. */
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

/** The account with what is said of it in words, and its role and state. */
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
