import type { AppError } from "../error/errors.ts";
import { spaceName, userName, usernameOf, type UserReference } from "../names/names.ts";
import type { AccessTokenRecord } from "../stores/account-stores.ts";
import type { TokenScope, UserRecord } from "../model/account.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { SpaceMember } from "../stores/space-store.ts";
import { accessTokenPrefix } from "./access-token.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { Identity } from "./identity.ts";
import { type Carrier, carrierOf, sessionEndMs, touchSession } from "./session.ts";
import {
  expiredCredential,
  invalidCredential,
  revokedCredential,
} from "../access/credential-check.ts";
import type { CredentialCheck } from "../model/caller.ts";

/** Credential in a request: a session's cookie, or the value after `Bearer`. */
export interface PresentedCredential {
  readonly carrier: Carrier;
  readonly value: string;
  /** Client address; copied to the caller. */
  readonly address?: string;
}

/** Minimum interval between writes of a token's last use. */
const touchEveryMs = 60 * 1000;

const invalid = err(invalidCredential);
const expired = err(expiredCredential);
const revoked = err(revokedCredential);

/**
 * Identifies the owner of a credential. Errors: UNAUTHENTICATED, TOKEN_EXPIRED or TOKEN_REVOKED; the account
 * must still exist and be active. Looks it up by hash, so the time taken reveals nothing about a secret.
 */
export async function identify(
  deps: AuthDeps,
  presented: PresentedCredential,
): Promise<Result<Identity, AppError>> {
  const isAccessToken =
    presented.carrier === "bearer" && presented.value.startsWith(accessTokenPrefix);
  return isAccessToken
    ? identifyByAccessToken(deps, presented.value)
    : identifyBySession(deps, presented);
}

async function identifyByAccessToken(
  deps: AuthDeps,
  value: string,
): Promise<Result<Identity, AppError>> {
  const nowMs = deps.nowMs();
  const hash = deps.sha256(value);
  const checkedAt = deps.credentialRevision?.now() ?? Number.NaN;
  const found = await deps.database.read(async ({ accessTokens, users, spaces }) => {
    const token = await accessTokens.findByHash(hash);
    if (token === null) return null;
    return {
      token,
      user: await findAccount(users, token.user),
      memberships: await spaces.memberships(token.user),
    };
  });
  if (found === null) return invalid;
  const { token, user } = found;
  if (token.revokedMs !== null) return revoked;
  if (token.expiresMs !== null && token.expiresMs <= nowMs) return expired;
  if (user === null) return invalid;
  await touchAccessToken(deps, token);
  const { id, expiresMs, scope, name } = token;
  const credentialCheck: CredentialCheck = {
    credential: { kind: "access-token", id, expiresMs },
    hash,
    checkedAt,
  };
  return ok(identity(user, found.memberships, { scope, device: name, credentialCheck }));
}

async function touchAccessToken(deps: AuthDeps, token: AccessTokenRecord): Promise<void> {
  const nowMs = deps.nowMs();
  if (token.lastUsedMs !== null && nowMs - token.lastUsedMs < touchEveryMs) return;
  await deps.database.write(async ({ accessTokens }) => {
    // Read again: it may have been revoked since.
    const current = await accessTokens.find(token.id);
    if (current !== null) await accessTokens.update({ ...current, lastUsedMs: nowMs });
  });
}

async function identifyBySession(
  deps: AuthDeps,
  presented: PresentedCredential,
): Promise<Result<Identity, AppError>> {
  const nowMs = deps.nowMs();
  const hash = deps.sha256(presented.value);
  const checkedAt = deps.credentialRevision?.now() ?? Number.NaN;
  const found = await deps.database.read(async ({ sessions, users, spaces }) => {
    const byToken =
      presented.carrier === "bearer" ? await sessions.findByAccessTokenHash(hash) : null;
    const session = byToken ?? (await sessions.findBySecretHash(hash));
    if (session === null) return null;
    return {
      session,
      byToken: byToken !== null,
      user: await findAccount(users, session.user),
      memberships: await spaces.memberships(session.user),
    };
  });
  if (found === null || found.user === null) return invalid;
  // A secret is valid only in its own carrier.
  const carrier = carrierOf(found.session.kind, presented.value);
  if (!found.byToken && carrier !== presented.carrier) return invalid;
  if (found.session.revokedMs !== null) return revoked;
  // An earlier version may have stored a later end.
  const endMs = Math.min(found.session.expiresMs, sessionEndMs(found.session, nowMs));
  if (endMs <= nowMs) return expired;
  if (found.byToken && found.session.accessTokenExpiresMs <= nowMs) return expired;
  const { session, isRenewed } = await touchSession(deps, found.session);
  const { kind, id } = session;
  const expiresMs = found.byToken
    ? Math.min(session.accessTokenExpiresMs, session.expiresMs)
    : session.expiresMs;
  const credentialCheck: CredentialCheck = { credential: { kind, id, expiresMs }, hash, checkedAt };
  const device = kind === "device" ? session.clientInfo : "web";
  const known = identity(found.user, found.memberships, { scope: null, device, credentialCheck });
  return ok({ ...known, isRenewed: isRenewed && !found.byToken });
}

/** Returns the active account of a resource name; null if there is none. */
async function findAccount(
  users: { findByUsername(username: string): Promise<UserRecord | null> },
  name: UserReference,
): Promise<UserRecord | null> {
  const user = await users.findByUsername(usernameOf(name));
  return user === null || user.state !== "NORMAL" ? null : user;
}

function identity(
  user: UserRecord,
  memberships: readonly SpaceMember[],
  by: {
    readonly scope: TokenScope | null;
    readonly device: string;
    readonly credentialCheck: CredentialCheck;
  },
): Identity {
  return {
    caller: {
      name: userName(user.username),
      role: user.role,
      spaces: memberships.map((member) => spaceName(member.space)),
      ...by,
    },
    user,
    credential: by.credentialCheck.credential,
    isRenewed: false,
  };
}
