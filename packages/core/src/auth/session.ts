import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { randomBase62, newResourceId, userName } from "../names/names.ts";
import type { Caller } from "../model/caller.ts";
import type { SessionRecord } from "../stores/account-stores.ts";
import type { UserRecord } from "../model/account.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import type { AuthDeps } from "./auth-deps.ts";

/** Lifetime of a session after its last use: 30 days. */
export const sessionLifetimeMs = 30 * 24 * 3600 * 1000;
/** Maximum lifetime of a browser's session after it was opened, regardless of use: 90 days. */
const webSessionLifetimeMs = 90 * 24 * 3600 * 1000;
/** Lifetime of the bearer that a session gives scripts and pages: one hour. `refresh` issues another. */
const accessTokenLifetimeMs = 3600 * 1000;
/** Minimum interval between writes of a session's last use, to keep most requests read-only. */
const touchEveryMs = 5 * 60 * 1000;
/** 43 characters of base62 hold 256 bits. */
const secretLength = 43;
/** Begins the secret of a device session whose carrier is a cookie. Its prefix is the only record of that. */
const cookieSecretPrefix = "tidemark_browser_";
const bearerSecretPrefix = "tidemark_device_";

type SessionKind = SessionRecord["kind"];

/**
 * Source of a credential in a request: the `Authorization` header, the cookie of the memos API, or the cookie
 * of the app in a browser.
 */
export type Carrier = "bearer" | "cookie" | "device-cookie";

/** Returns the only carrier in which the secret of a session is valid. */
export function carrierOf(kind: SessionKind, secret: string): Carrier {
  if (kind === "web") return "cookie";
  return secret.startsWith(cookieSecretPrefix) ? "device-cookie" : "bearer";
}

const secretPrefixes = { web: "", device: bearerSecretPrefix, browser: cookieSecretPrefix };

export interface SessionToken {
  readonly accessToken: string;
  readonly accessTokenExpiresMs: number;
}

/** A session with its secrets, which are returned only here: the stores have only their hashes. */
export interface OpenedSession extends SessionToken {
  readonly id: string;
  /** Value of the cookie (kinds `web` and `browser`) or the bearer (kind `device`). */
  readonly secret: string;
  readonly expiresMs: number;
}

export interface SignedIn {
  readonly user: UserRecord;
  readonly session: OpenedSession;
}

/** Returns the expiry of a session whose last use is `lastUsedMs`. */
export function sessionEndMs(
  { kind, createdMs }: Pick<SessionRecord, "kind" | "createdMs">,
  lastUsedMs: number,
): number {
  const slidingMs = lastUsedMs + sessionLifetimeMs;
  return kind === "web" ? Math.min(slidingMs, createdMs + webSessionLifetimeMs) : slidingMs;
}

function newToken(deps: AuthDeps): SessionToken {
  return {
    accessToken: `tidemark_at_${randomBase62(secretLength, deps.randomBytes)}`,
    accessTokenExpiresMs: deps.nowMs() + accessTokenLifetimeMs,
  };
}

export interface Client {
  /** Network address; the /64 prefix for IPv6. */
  readonly address: string;
  /** `browser`: the app in a browser, whose device session has a cookie as its carrier. */
  readonly kind: SessionKind | "browser";
  /** Name of the device or browser, shown in the list of sessions. */
  readonly info: string;
}

/**
 * Opens a session for an account in the state in which its owner was authenticated. Returns null if the
 * account has changed since.
 */
export async function openSession(
  deps: AuthDeps,
  user: UserRecord,
  client: Client,
): Promise<OpenedSession | null> {
  return deps.database.write(async (stores) => {
    if (!isAsProven(user, await stores.users.findByNumber(user.number))) return null;
    return openSessionWithin(stores, deps, { user, client, id: newResourceId(deps.randomBytes) });
  });
}

/**
 * Opens a session with the given id in the caller's transaction. The account must be valid in it. Deletes the
 * account's expired sessions. Records the address as one of the account's, with an audit log entry if it is
 * new.
 */
export async function openSessionWithin(
  stores: ServerWriteStores,
  deps: AuthDeps,
  { user, client, id }: { readonly user: UserRecord; readonly client: Client; readonly id: string },
): Promise<OpenedSession> {
  const { kind, info, address } = client;
  const nowMs = deps.nowMs();
  const opened: OpenedSession = {
    ...newToken(deps),
    id,
    secret: secretPrefixes[kind] + randomBase62(secretLength, deps.randomBytes),
    expiresMs: nowMs + sessionLifetimeMs,
  };
  const name = userName(user.username);
  const { sessions, signInAddresses } = stores;
  if (await signInAddresses.note(name, address, nowMs)) {
    const entry = { actor: name, target: name, address, atMs: nowMs };
    await enterInAuditLog(stores, { ...entry, action: "signin.new_address" });
  }
  for (const old of await sessions.listByUser(name)) {
    if (old.expiresMs <= nowMs) await sessions.remove(old.id);
  }
  await sessions.insert({
    id: opened.id,
    secretHash: deps.sha256(opened.secret),
    accessTokenHash: deps.sha256(opened.accessToken),
    accessTokenExpiresMs: opened.accessTokenExpiresMs,
    user: name,
    kind: kind === "browser" ? "device" : kind,
    clientInfo: info.slice(0, 200),
    createdMs: nowMs,
    lastUsedMs: nowMs,
    expiresMs: opened.expiresMs,
    revokedMs: null,
  });
  stores.afterCommit({ kind: "credentials-changed", ended: [] });
  return opened;
}

/** Returns true if the account is active and its password and role are unchanged. */
function isAsProven(proven: UserRecord, current: UserRecord | null): boolean {
  if (current === null || current.state !== "NORMAL") return false;
  return current.passwordHash === proven.passwordHash && current.role === proven.role;
}

/**
 * Replaces the access token of a session; the previous one ends immediately. Returns null if the session has
 * ended.
 */
export async function refreshSession(deps: AuthDeps, id: string, caller: Caller) {
  const token = newToken(deps);
  const found = await deps.database.write(async ({ sessions, afterCommit }) => {
    const session = (await sessions.listByUser(caller.name)).find((each) => each.id === id);
    if (session === undefined) return false;
    await sessions.update({
      ...session,
      accessTokenHash: deps.sha256(token.accessToken),
      accessTokenExpiresMs: token.accessTokenExpiresMs,
    });
    afterCommit({ kind: "credentials-changed", ended: [] });
    return true;
  }, caller);
  return found ? token : null;
}

/**
 * Extends a session that is in use. Returns the session, and whether anything was written. The session's
 * rights don't change, so cached identities stay valid.
 */
export async function touchSession(
  deps: AuthDeps,
  session: SessionRecord,
): Promise<{ session: SessionRecord; isRenewed: boolean }> {
  const nowMs = deps.nowMs();
  if (nowMs - session.lastUsedMs < touchEveryMs) return { session, isRenewed: false };
  return deps.database.write(async ({ sessions }) => {
    // Read again: it may have been ended or refreshed since.
    const current = await sessions.findBySecretHash(session.secretHash);
    if (current === null || current.revokedMs !== null) return { session, isRenewed: false };
    const moved = { ...current, lastUsedMs: nowMs, expiresMs: sessionEndMs(current, nowMs) };
    await sessions.update(moved);
    return { session: moved, isRenewed: true };
  });
}
