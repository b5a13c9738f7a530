import { invalidField, type AppError } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";

const resourceIdPattern = /^[a-zA-Z0-9]([a-zA-Z0-9-]{0,34}[a-zA-Z0-9])?$/;
const digitsPattern = /^[0-9]+$/;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** True for ids of the current form: 1–36 letters, digits and inner hyphens, not all digits. */
export function isResourceId(id: string): boolean {
  return resourceIdPattern.test(id) && !digitsPattern.test(id);
}

/** True for path ids of the older form, which are integers. */
export function isOlderId(id: string): boolean {
  return digitsPattern.test(id);
}

/** Usernames follow the rules of resource ids; `local` names a profile that has met no server. */
export function checkUsername(field: string, username: string): Result<string, AppError> {
  if (!isResourceId(username)) {
    return err(
      invalidField(field, "1 to 36 letters, digits or inner hyphens, and not only digits"),
    );
  }
  if (username.toLowerCase() === "local") return err(invalidField(field, "is reserved"));
  return ok(username);
}

/**
 * `length` characters of 0–9, A–Z, a–z, each equally likely.
 * Rejection sampling: bytes of 248 and above would favour the first letters.
 */
export function randomBase62(length: number, randomBytes: (count: number) => Uint8Array): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += base62[byte % 62];
    }
  }
  return text;
}

/** A generated resource id: 22 characters (about 131 bits) with at least one letter. */
export function newResourceId(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const id = randomBase62(22, randomBytes);
    if (!digitsPattern.test(id)) return id;
  }
}

/** The id of `<collection>/<id>`, or null when `name` is no such name. */
export function parseName(collection: string, name: string): string | null {
  const prefix = `${collection}/`;
  if (!name.startsWith(prefix)) return null;
  const id = name.slice(prefix.length);
  return isResourceId(id) || isOlderId(id) ? id : null;
}

/**
 * A user as the wire and the tables name them, which a bare username is not: `users/<username>`, or ""
 * for nobody.
 */
export type UserReference = `users/${string}` | "";

/** Types a name from outside, which whoever wrote it answers for: nothing is checked. */
export function asUserReference(name: string): UserReference {
  return name as UserReference;
}

export function userName(username: string): UserReference {
  return `users/${username}`;
}

/** Returns the username in a reference; "" for nobody's. */
export function usernameOf(user: UserReference): string {
  return user.slice("users/".length);
}

export function memoName(id: string): string {
  return `memos/${id}`;
}

export function spaceName(id: string): string {
  return `spaces/${id}`;
}
