import type { Caller } from "../memo/access.ts";
import type { UserRecord } from "../ports.ts";

/** What a request proved itself with. */
export interface Credential {
  readonly kind: "web" | "device" | "access-token";
  /** Id of the session or token, never its secret. */
  readonly id: string;
  /** When it ends unless it is renewed; null: never. Epoch ms. */
  readonly expiresMs: number | null;
}

/** Who is behind a valid credential. */
export interface Identity {
  readonly caller: Caller;
  readonly user: UserRecord;
  readonly credential: Credential;
  /** True when the session's end has just been moved: a cookie must be sent again. */
  readonly isRenewed: boolean;
}

/** True when the caller may do what only administrators may: both account and credential allow it. */
export function isAdministrator(caller: Caller): boolean {
  return caller.role === "ADMIN" && (caller.scope === null || caller.scope === "admin");
}

/** True when the credential may change anything at all. */
export function mayWrite(caller: Caller): boolean {
  return caller.scope !== "read";
}
