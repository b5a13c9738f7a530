import { appError, type AppError } from "../error/errors.ts";
import type { Caller, CredentialCheck } from "../model/caller.ts";
import { spaceName, type UserReference, usernameOf } from "../names/names.ts";
import { hasSignal, type Signals } from "../stores/processes/signals.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";

/**
 * Thrown in a transaction, which it rolls back, if the caller's credential is no longer valid. Every endpoint
 * responds with `error`. It is UNAUTHENTICATED, TOKEN_EXPIRED or TOKEN_REVOKED if the credential or account
 * has ended, and PERMISSION_DENIED if the caller has lost rights.
 */
export class CredentialRevokedError extends Error {
  override readonly name = "CredentialRevokedError";
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

export const invalidCredential = appError("UNAUTHENTICATED", "the credential is not valid");

export const expiredCredential = appError("TOKEN_EXPIRED", "the credential has expired");

export const revokedCredential = appError("TOKEN_REVOKED", "the credential was revoked");

/** Revision of everything that the validity of a credential depends on, as known to this process. */
export interface CredentialRevision {
  /** Returns the current revision. Equal values mean that no known change happened in between. */
  now(): number;
  /** Returns true if nothing has changed since that revision. */
  isCurrent(checkedAt: number): boolean;
}

/**
 * Increments the revision on the turn of each commit in this process that changed credentials. Data read
 * before the commit then has an older revision. Changes by other processes increment it when they arrive.
 * Callers therefore await `Signals.catchUp` first, or `othersCaughtUp` in a write. Uncommitted changes are
 * visible only to writes that share their commit; those check `awaitsCommit`.
 */
export function createCredentialRevision(signals: Pick<Signals, "listen">): CredentialRevision {
  let revision = 0;
  signals.listen((heard) => {
    if (hasSignal(heard, "credentials-changed")) revision += 1;
  });
  return { now: () => revision, isCurrent: (checkedAt) => checkedAt === revision };
}

/** Returns true if a caller's credential is valid without a database query. */
export function isCredentialCurrent(
  { credentialCheck }: Caller,
  { revision, nowMs }: { readonly revision: CredentialRevision; readonly nowMs: number },
): boolean {
  if (credentialCheck === undefined) return true;
  const { expiresMs } = credentialCheck.credential;
  return revision.isCurrent(credentialCheck.checkedAt) && (expiresMs === null || nowMs < expiresMs);
}

/**
 * Checks a caller again in the transaction of their write: credential, account, role and memberships. Rights
 * gained meanwhile are allowed. Throws `CredentialRevokedError`.
 */
export async function recheckCredential(
  stores: Pick<ServerWriteStores, "accessTokens" | "sessions" | "spaces" | "users">,
  caller: Caller,
  nowMs: number,
): Promise<void> {
  const { credentialCheck } = caller;
  if (credentialCheck === undefined) return;
  const ended = await endOf(stores, caller.name, credentialCheck, nowMs);
  if (ended !== null) throw new CredentialRevokedError(ended);
  const user = await stores.users.findByUsername(usernameOf(caller.name));
  if (user === null || user.state !== "NORMAL") throw new CredentialRevokedError(invalidCredential);
  const memberships = await stores.spaces.memberships(caller.name);
  const spaces = new Set(memberships.map(({ space }) => spaceName(space)));
  const isLess = caller.role === "ADMIN" && user.role !== "ADMIN";
  if (isLess || caller.spaces.some((space) => !spaces.has(space))) {
    throw new CredentialRevokedError(
      appError("PERMISSION_DENIED", "your permissions have just changed; nothing was saved"),
    );
  }
}

/** Returns the reason why the credential is no longer valid; null if it is. */
async function endOf(
  { accessTokens, sessions }: Pick<ServerWriteStores, "accessTokens" | "sessions">,
  user: UserReference,
  { credential, hash }: CredentialCheck,
  nowMs: number,
): Promise<AppError | null> {
  if (credential.kind === "access-token") {
    const token = await accessTokens.find(credential.id);
    if (token === null || token.user !== user || token.hash !== hash) return invalidCredential;
    if (token.revokedMs !== null) return revokedCredential;
    return token.expiresMs !== null && token.expiresMs <= nowMs ? expiredCredential : null;
  }
  const own = await sessions.listByUser(user);
  const session = own.find(({ id }) => id === credential.id);
  if (session === undefined) return invalidCredential;
  if (session.revokedMs !== null) return revokedCredential;
  const isByToken = session.accessTokenHash === hash;
  if (!isByToken && session.secretHash !== hash) return invalidCredential;
  const endMs = isByToken
    ? Math.min(session.expiresMs, session.accessTokenExpiresMs)
    : session.expiresMs;
  return endMs <= nowMs ? expiredCredential : null;
}
