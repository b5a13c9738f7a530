import type { TokenScope, UserRole } from "./account.ts";
import type { UserReference } from "../names/names.ts";

/** Access rights of a reader. They decide which memos exist for the reader (docs/api-decisions.md §3). */
export interface ReadAccess {
  /** Resource name of the caller, or null for a signed-out reader of public memos. */
  readonly user: UserReference | null;
  /** Resource names of the spaces the caller is a member of. */
  readonly spaces: readonly string[];
  /** Hides memos that other users show to everybody. Set on a device that has started to evict them. */
  readonly hidesPublic?: boolean;
}

/** Credential that authenticated a request. */
export interface Credential {
  readonly kind: "web" | "device" | "access-token";
  /** Id of the session or token, never its secret. */
  readonly id: string;
  /** Expiry unless it is renewed; null: never. Epoch ms. */
  readonly expiresMs: number | null;
}

/** Returns true if the caller has administrator rights: both account and credential must allow it. */
export function isAdministrator(caller: Caller): boolean {
  return caller.role === "ADMIN" && (caller.scope === null || caller.scope === "admin");
}

/** Returns true if the credential allows any changes. */
export function mayWrite(caller: Caller): boolean {
  return caller.scope !== "read";
}

/**
 * Credential check of a caller. A write uses it to verify that the credential is still valid. Callers without
 * a credential have none: the server itself and the owner of a device.
 */
export interface CredentialCheck {
  readonly credential: Credential;
  /** SHA-256 of the presented secret, hex. A session's token can be replaced while the session continues. */
  readonly hash: string;
  /** `CredentialRevision.now` before the lookup. */
  readonly checkedAt: number;
}

/** Caller of a service. On a device it is always the profile's owner. */
export interface Caller {
  /** Resource name `users/<username>`; "" for a signed-out caller (`signedOutCaller`). */
  readonly name: UserReference;
  readonly role: UserRole;
  /** Resource names of the spaces that the caller is a member of. */
  readonly spaces: readonly string[];
  /**
   * Set only on a device that has started to evict memos shown to everybody by others: they don't exist for
   * it.
   */
  readonly hidesPublic?: boolean;
  /** Rights of the credential; null: all rights of the user. */
  readonly scope: TokenScope | null;
  /** Name of the device or client, shown in the history. */
  readonly device: string;
  /** Credential check, if a credential was used. `Database.write` verifies that it is still valid. */
  readonly credentialCheck?: CredentialCheck;
  /** Network address of the request (its /64 for IPv6), for the audit log. Absent: none. */
  readonly address?: string;
}

/** Caller who isn't signed in, on instances that allow reading public memos. */
export const signedOutCaller: Caller = {
  name: "",
  role: "USER",
  spaces: [],
  scope: "read",
  device: "",
};

/** Returns false for a restricted token: it must not be able to take over an account. */
export function hasFullRights(caller: Caller): boolean {
  return caller.scope === null || caller.scope === "admin";
}
