import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { SessionRecord } from "../stores/account-stores.ts";
import type { ServerWriteStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { AuthDeps } from "./auth-deps.ts";
import type { UserReference } from "../names/names.ts";
import { endPendingLink } from "./pending-link.ts";

export interface SessionService {
  /** Lists an account's active sessions, last used first. */
  list(owner: UserReference): Promise<readonly SessionRecord[]>;
  /**
   * Ends a session, its access token and its open streams. A device's session is marked as revoked, so the
   * device learns why it ended. The audit log has it if another user ends it.
   */
  end(caller: Caller, owner: UserReference, id: string): Promise<Result<null, AppError>>;
  /** Renames a device's session. Sessions of browsers can't be renamed. */
  rename(caller: Caller, id: string, name: string): Promise<Result<null, AppError>>;
}

export function createSessionService(deps: AuthDeps): SessionService {
  return {
    async list(owner) {
      const nowMs = deps.nowMs();
      const sessions = await deps.database.read((stores) => stores.sessions.listByUser(owner));
      return sessions.filter((session) => session.expiresMs > nowMs && session.revokedMs === null);
    },
    async end(caller, owner, id) {
      const isFound = await deps.database.write(async (stores) => {
        const { sessions, afterCommit } = stores;
        const active = await sessions.listByUser(owner);
        const session = active.find((each) => each.id === id && each.revokedMs === null);
        if (session === undefined) return false;
        const atMs = deps.nowMs();
        if (session.kind === "web") await sessions.remove(id);
        else await sessions.update({ ...session, revokedMs: atMs });
        afterCommit({ kind: "credentials-changed", ended: [id] });
        if (owner !== caller.name) {
          await enterInAuditLog(stores, {
            action: "account.signed_out",
            atMs,
            actor: caller.name,
            target: `${owner}/sessions/${id}`,
            address: caller.address ?? "",
          });
        }
        return true;
      }, caller);
      return isFound ? ok(null) : err(notFound());
    },
    async rename(caller, id, name) {
      const isFound = await deps.database.write(async ({ sessions, afterCommit }) => {
        const own = await sessions.listByUser(caller.name);
        const session = own.find((each) => each.id === id && each.revokedMs === null);
        if (session?.kind !== "device") return false;
        await sessions.update({ ...session, clientInfo: name });
        // Cached identities contain the name.
        afterCommit({ kind: "credentials-changed", ended: [] });
        return true;
      }, caller);
      return isFound ? ok(null) : err(notFound());
    },
  };
}

/**
 * Ends every session and access token of a user except one, every pending pairing code, and a pending link for
 * a password, within the caller's transaction.
 */
export async function endCredentials(
  stores: ServerWriteStores,
  user: UserReference,
  exceptId: string | null,
  nowMs: number,
): Promise<void> {
  const ended: string[] = [];
  for (const session of await stores.sessions.listByUser(user)) {
    if (session.id !== exceptId) ended.push(session.id);
  }
  await stores.sessions.removeByUser(user, exceptId);
  await stores.pairingCodes.removeByUser(user);
  await endPendingLink(stores, user);
  let afterId: string | null = null;
  for (;;) {
    const tokens = await stores.accessTokens.listByUser(user, afterId, 500);
    for (const token of tokens) {
      if (token.id === exceptId) continue;
      await stores.accessTokens.update({ ...token, revokedMs: nowMs });
      ended.push(token.id);
    }
    const last = tokens.at(-1);
    if (last === undefined) break;
    afterId = last.id;
  }
  stores.afterCommit({ kind: "credentials-changed", ended });
}
