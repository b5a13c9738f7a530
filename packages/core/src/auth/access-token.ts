import type { NewAuditEntry } from "../stores/audit-log-store.ts";
import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { appError, invalidField, notFound, type AppError } from "../error/errors.ts";
import { type Caller, hasFullRights, isAdministrator } from "../model/caller.ts";
import { newResourceId, randomBase62, type UserReference, userName } from "../names/names.ts";
import type { PageRequest } from "../paging/page-list.ts";
import { pageSizeOf } from "../paging/page-token.ts";
import type { AccessTokenRecord, AccessTokenStore } from "../stores/account-stores.ts";
import { type TokenScope, tokenScopes } from "../model/account.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { findUser } from "../access/find-user.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";

export const accessTokenPrefix = "memos_pat_";
const tokenLength = 32;
const maxNameLength = 256;
const maxDescriptionLength = 1024;

export interface NewAccessToken {
  readonly name: string;
  readonly description: string;
  readonly expiresMs: number | null;
  readonly scope: TokenScope | null;
}

/** A token and its value, which isn't stored. */
export interface NewToken {
  readonly token: AccessTokenRecord;
  readonly value: string;
}

export interface AccessTokenPage {
  readonly tokens: readonly AccessTokenRecord[];
  /** `""` on the last page. */
  readonly nextPageToken: string;
}

/**
 * Access tokens of the caller (docs/api-decisions.md §6). Every method returns PERMISSION_DENIED to callers
 * that the service isn't for. NOT_FOUND for a token of another user or a revoked one.
 */
export interface AccessTokenService {
  /**
   * Creates a token. `value` is returned only here. INVALID_ARGUMENT for a missing or too long name or an
   * expiry in the past. PERMISSION_DENIED if it would allow more than the caller's own credential. A token
   * made with a token expires no later than that, and is revoked with it.
   */
  create(caller: Caller, wanted: NewAccessToken): Promise<Result<NewToken, AppError>>;
  /** Creates a token of another active account, for administrators. NOT_FOUND if there is none. */
  createFor(
    caller: Caller,
    user: string,
    wanted: NewAccessToken,
  ): Promise<Result<NewToken, AppError>>;
  /** Lists the caller's tokens, newest first. */
  list(caller: Caller, page: PageRequest): Promise<Result<AccessTokenPage, AppError>>;
  get(caller: Caller, id: string): Promise<Result<AccessTokenRecord, AppError>>;
  /** Revokes the token and all tokens created with it at once, and closes their open streams. */
  revoke(caller: Caller, id: string): Promise<Result<null, AppError>>;
}

const denied = appError("PERMISSION_DENIED", "only administrators can manage access tokens here");

/** Creates the service. `isFor` decides which callers may use it. */
export function createAccessTokenService(
  deps: AuthDeps,
  isFor: (caller: Caller) => boolean,
): AccessTokenService {
  async function find(caller: Caller, id: string): Promise<Result<AccessTokenRecord, AppError>> {
    if (!isFor(caller)) return err(denied);
    const token = await deps.database.read(({ accessTokens }) => accessTokens.find(id));
    if (token === null || token.user !== caller.name || token.revokedMs !== null) {
      return err(notFound());
    }
    return ok(token);
  }

  function entryOf(
    { name: actor, address = "" }: Caller,
    action: "token.created" | "token.revoked",
    { user, id }: AccessTokenRecord,
  ): NewAuditEntry {
    const target = `${user}/personalAccessTokens/${id}`;
    return { action, atMs: deps.nowMs(), actor, target, address };
  }

  /** Returns a token that isn't stored yet, and its value. */
  function newToken(caller: Caller, user: UserReference, wanted: NewAccessToken): NewToken {
    const value = accessTokenPrefix + randomBase62(tokenLength, deps.randomBytes);
    const token: AccessTokenRecord = {
      ...wanted,
      expiresMs: earlier(wanted.expiresMs, endOf(caller)),
      id: newResourceId(deps.randomBytes),
      user,
      hash: deps.sha256(value),
      createdMs: deps.nowMs(),
      lastUsedMs: null,
      revokedMs: null,
      maker: makerOf(caller),
    };
    return { token, value };
  }

  async function store(
    stores: ServerWriteStores,
    caller: Caller,
    token: AccessTokenRecord,
  ): Promise<void> {
    await stores.accessTokens.insert(token);
    stores.afterCommit({ kind: "credentials-changed", ended: [] });
    await enterInAuditLog(stores, entryOf(caller, "token.created", token));
  }

  return {
    async create(caller, wanted) {
      if (!isFor(caller)) return err(denied);
      if (isMoreThan(wanted.scope, caller.scope)) {
        return err(appError("PERMISSION_DENIED", "a token can't create one with more permissions"));
      }
      const problem = checkNewToken(wanted, deps.nowMs());
      if (problem !== null) return err(problem);
      const made = newToken(caller, caller.name, wanted);
      await deps.database.write((stores) => store(stores, caller, made.token), caller);
      return ok(made);
    },

    async createFor(caller, reference, wanted) {
      if (!isAdministrator(caller) || !hasFullRights(caller)) return err(denied);
      const problem = checkNewToken(wanted, deps.nowMs());
      if (problem !== null) return err(problem);
      return deps.database.write(async (stores) => {
        const user = await findUser(stores.users, reference);
        if (user?.state !== "NORMAL") return err(notFound());
        const made = newToken(caller, userName(user.username), wanted);
        await store(stores, caller, made.token);
        return ok(made);
      }, caller);
    },

    async list(caller, page) {
      if (!isFor(caller)) return err(denied);
      const asked = ["access-tokens", caller.name];
      const opened = page.pageToken === "" ? null : deps.pageTokens.open(page.pageToken, asked);
      if (opened?.ok === false) return opened;
      const position = opened?.value ?? null;
      const afterId = position?.after.id ?? null;
      const pageSize = pageSizeOf(page.pageSize, position);
      const rows = await deps.database.read(({ accessTokens }) =>
        accessTokens.listByUser(caller.name, afterId, pageSize + 1),
      );
      const tokens = rows.slice(0, pageSize);
      const last = tokens.at(-1);
      const isLast = rows.length === tokens.length || last === undefined;
      return ok({
        tokens,
        nextPageToken: isLast
          ? ""
          : deps.pageTokens.seal(
              { after: { values: [], id: last.id }, nowMs: deps.nowMs(), pageSize },
              asked,
            ),
      });
    },

    get: find,

    async revoke(caller, id) {
      const token = await find(caller, id);
      if (!token.ok) return token;
      await deps.database.write(async (stores) => {
        const current = await stores.accessTokens.find(id);
        if (current === null || current.revokedMs !== null) return;
        const ended = [current, ...(await madeBy(stores.accessTokens, current))];
        for (const each of ended) {
          await stores.accessTokens.update({ ...each, revokedMs: deps.nowMs() });
          await enterInAuditLog(stores, entryOf(caller, "token.revoked", each));
        }
        stores.afterCommit({ kind: "credentials-changed", ended: ended.map((each) => each.id) });
      }, caller);
      return ok(null);
    },
  };
}

function makerOf({ credentialCheck }: Caller): string | null {
  return credentialCheck?.credential.kind === "access-token" ? credentialCheck.credential.id : null;
}

/** Returns the tokens created with a token, directly or through others. */
async function madeBy(
  store: Pick<AccessTokenStore, "listMadeBy">,
  { id }: AccessTokenRecord,
): Promise<AccessTokenRecord[]> {
  const found = await store.listMadeBy(id);
  // The array grows during the loop: each token may have created others.
  for (const each of found) found.push(...(await store.listMadeBy(each.id)));
  return found;
}

/** Returns the expiry of the caller's access token; null if it never expires, and for a session. */
function endOf({ credentialCheck }: Caller): number | null {
  return credentialCheck?.credential.kind === "access-token"
    ? credentialCheck.credential.expiresMs
    : null;
}

function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

function isMoreThan(wanted: TokenScope | null, own: TokenScope | null): boolean {
  const rank = (scope: TokenScope | null): number =>
    scope === null ? 2 : tokenScopes.indexOf(scope);
  return rank(wanted) > rank(own);
}

function checkNewToken(wanted: NewAccessToken, nowMs: number): AppError | null {
  if (wanted.name.trim() === "") return invalidField("name", "is required");
  if (wanted.name.length > maxNameLength) return invalidField("name", "is too long");
  if (wanted.description.length > maxDescriptionLength) {
    return invalidField("description", "is too long");
  }
  if (wanted.expiresMs !== null && wanted.expiresMs <= nowMs) {
    return invalidField("expiresAt", "is in the past");
  }
  return null;
}
