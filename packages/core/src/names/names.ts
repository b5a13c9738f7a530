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

/**
 * Checks a username. It follows the rules of resource ids; `local` is reserved for profiles without a server.
 * Fails with INVALID_ARGUMENT.
 */
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
 * Returns `length` characters of 0–9, A–Z, a–z, each equally likely. Uses rejection sampling: bytes of 248
 * and above would favour the first letters.
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

/** Generates a resource id of 22 characters (about 131 bits) with at least one letter. */
export function newResourceId(randomBytes: (count: number) => Uint8Array): string {
  for (;;) {
    const id = randomBase62(22, randomBytes);
    if (!digitsPattern.test(id)) return id;
  }
}

/** Returns the id in `<collection>/<id>`, or null if `name` has another form. */
export function parseName(collection: string, name: string): string | null {
  const prefix = `${collection}/`;
  if (!name.startsWith(prefix)) return null;
  const id = name.slice(prefix.length);
  return isResourceId(id) || isOlderId(id) ? id : null;
}

/**
 * Reference to a user in the API and in tables: `users/<username>`, or "" for no user. The type excludes bare
 * usernames.
 */
export type UserReference = `users/${string}` | "";

/** Casts a name from outside without a check; the caller ensures that it is a reference. */
export function asUserReference(name: string): UserReference {
  return name as UserReference;
}

export function userName(username: string): UserReference {
  return `users/${username}`;
}

/** Returns the username in a reference, or "" for no user. */
export function usernameOf(user: UserReference): string {
  return user.slice("users/".length);
}

export function memoName(id: string): string {
  return `memos/${id}`;
}

export function spaceName(id: string): string {
  return `spaces/${id}`;
}

/** Returns the key of the draft of a comment on a memo. */
export function commentDraft(memo: string): string {
  return `comment-${memo}`;
}
