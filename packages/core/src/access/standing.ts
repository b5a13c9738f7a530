import { appError, type AppError } from "../error/errors.ts";
import type { Caller, Standing } from "../model/caller.ts";
import { spaceName, type UserReference, usernameOf } from "../names/names.ts";
import { hasSignal, type Signals } from "../stores/processes/signals.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";

/**
 * Thrown in a transaction, and so undoing it, when what its caller was let in by does not hold any
 * more. Every edge answers with `error`: UNAUTHENTICATED, TOKEN_EXPIRED or TOKEN_REVOKED when the
 * credential or the account has ended, PERMISSION_DENIED when it allows less than it did.
 */
export class StandingLostError extends Error {
  override readonly name = "StandingLostError";
  readonly error: AppError;
  constructor(error: AppError) {
    super(error.message);
    this.error = error;
  }
}

export const invalidCredential = appError("UNAUTHENTICATED", "the credential is not valid");

export const expiredCredential = appError("TOKEN_EXPIRED", "the credential has expired");

export const revokedCredential = appError("TOKEN_REVOKED", "the credential was revoked");

/** Moves with everything that a judgement of a credential depends on, as far as this process has heard. */
export interface CredentialRevision {
  /** Two equal ones: nothing that was heard of between them has changed any of that. */
  now(): number;
  /** Whether nothing has changed since. */
  isCurrent(judgedAt: number): boolean;
}

/**
 * Moves with each commit of this process that has changed credentials, on the same turn: what was read
 * before it may be what was before, and was judged at another revision. With those of other processes it
 * moves when they are heard of: who goes by it asks `Signals.catchUp` first, or `heardOthers` in a write.
 * Changes that wait for their commit are seen by the writes that share it alone, which ask `awaitsCommit`.
 */
export function createCredentialRevision(signals: Pick<Signals, "listen">): CredentialRevision {
  let revision = 0;
  signals.listen((heard) => {
    if (hasSignal(heard, "credentials-changed")) revision += 1;
  });
  return { now: () => revision, isCurrent: (judgedAt) => judgedAt === revision };
}

/** Whether a caller's standing holds without a look into the database. */
export function stillStands(
  { standing }: Caller,
  { revision, nowMs }: { readonly revision: CredentialRevision; readonly nowMs: number },
): boolean {
  if (standing === undefined) return true;
  const { expiresMs } = standing.credential;
  return revision.isCurrent(standing.judgedAt) && (expiresMs === null || nowMs < expiresMs);
}

/**
 * Judges a caller again, in the transaction that writes for them: credential, account, role and
 * memberships. What was gained meanwhile does no harm. Throws `StandingLostError`.
 */
export async function judgeAgain(
  stores: Pick<ServerWriteStores, "accessTokens" | "sessions" | "spaces" | "users">,
  caller: Caller,
  nowMs: number,
): Promise<void> {
  const { standing } = caller;
  if (standing === undefined) return;
  const ended = await endOf(stores, caller.name, standing, nowMs);
  if (ended !== null) throw new StandingLostError(ended);
  const user = await stores.users.findByUsername(usernameOf(caller.name));
  if (user === null || user.state !== "NORMAL") throw new StandingLostError(invalidCredential);
  const memberships = await stores.spaces.memberships(caller.name);
  const spaces = new Set(memberships.map(({ space }) => spaceName(space)));
  const isLess = caller.role === "ADMIN" && user.role !== "ADMIN";
  if (isLess || caller.spaces.some((space) => !spaces.has(space))) {
    throw new StandingLostError(
      appError("PERMISSION_DENIED", "what you may do has just changed: nothing was done"),
    );
  }
}

/** Why the credential does not hold any more; null: it does. */
async function endOf(
  { accessTokens, sessions }: Pick<ServerWriteStores, "accessTokens" | "sessions">,
  user: UserReference,
  { credential, hash }: Standing,
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
