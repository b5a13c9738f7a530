import type { TokenScope, UserRole } from "./account.ts";
import type { UserReference } from "../names/names.ts";

/** Who reads. Decides which memos exist for them (docs/api-decisions.md §3). */
export interface ReadAccess {
  /** Resource name of the caller, or null for a signed-out reader of public memos. */
  readonly user: UserReference | null;
  /** Resource names of the spaces the caller is a member of. */
  readonly spaces: readonly string[];
  /** What others show to everybody is left out: a device that has begun to drop it. */
  readonly hidesPublic?: boolean;
}

/** What a request proved itself with. */
export interface Credential {
  readonly kind: "web" | "device" | "access-token";
  /** Id of the session or token, never its secret. */
  readonly id: string;
  /** When it ends unless it is renewed; null: never. Epoch ms. */
  readonly expiresMs: number | null;
}

/** True when the caller may do what only administrators may: both account and credential allow it. */
export function isAdministrator(caller: Caller): boolean {
  return caller.role === "ADMIN" && (caller.scope === null || caller.scope === "admin");
}

/** True when the credential may change anything at all. */
export function mayWrite(caller: Caller): boolean {
  return caller.scope !== "read";
}

/**
 * What a caller was let in by, so that a write can find out whether it still holds. Whoever acts
 * without a credential, the server itself and the owner of a device, has none.
 */
export interface Standing {
  readonly credential: Credential;
  /** SHA-256 of what was presented, hex: a session's token is replaced while the session stays. */
  readonly hash: string;
  /** `CredentialRevision.now` before it was looked up. */
  readonly judgedAt: number;
}

/** Who calls a service. On a device it is always the profile's owner. */
export interface Caller {
  /** Resource name `users/<username>`; "" is nobody's (`signedOutCaller`). */
  readonly name: UserReference;
  readonly role: UserRole;
  /** Resource names of the spaces that the caller is a member of. */
  readonly spaces: readonly string[];
  /** Only on a device that has begun to drop what others show to everybody: that does not exist. */
  readonly hidesPublic?: boolean;
  /** What the credential allows; null: everything that the user may do. */
  readonly scope: TokenScope | null;
  /** Name of the device or client, for the history. */
  readonly device: string;
  /** What let them in, where a credential did: `Database.write` looks whether it still holds. */
  readonly standing?: Standing;
  /** Network address that the request came from, of IPv6 its /64, for the audit log; absent: none. */
  readonly address?: string;
}

/** Somebody who did not sign in, where an instance lets them read what is public. */
export const signedOutCaller: Caller = {
  name: "",
  role: "USER",
  spaces: [],
  scope: "read",
  device: "",
};
