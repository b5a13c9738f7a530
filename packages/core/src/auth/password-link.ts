import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { noteFailedSignIn } from "../audit/note-failed-sign-in.ts";
import { appError, type AppError, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import { findUser } from "../access/find-user.ts";
import { type Caller, hasFullRights, isAdministrator } from "../model/caller.ts";
import { newResourceId, randomBase62, userName } from "../names/names.ts";
import type { AttemptLimiter } from "../stores/processes/shared-limits.ts";
import type { ServerReadStores } from "../stores/server-database.ts";
import { checkPassword, passwordsDisabled } from "./account.ts";
import { addressLimit, tooManyTries } from "./attempt-limit.ts";
import type { AuthDeps } from "./auth-deps.ts";
import { endCredentials } from "./own-sessions.ts";
import { pendingLinks } from "./pending-link.ts";
import { type Client, openSessionWithin, type SignedIn } from "./session.ts";

const lifetimeMs = 3 * 24 * 3600 * 1000;
/** 32 characters of base62 hold 190 bits. */
const codeLength = 32;
/** Divides the username from the code. No username has one. */
const divider = ".";

/** A new link. Its code is returned only here: the stores have only its hash. */
export interface MadePasswordLink {
  readonly username: string;
  readonly code: string;
  readonly expiresMs: number;
}

/**
 * One-time links with which people choose a password: for a new account, or one whose password is forgotten.
 * An account has one link at most. It ends with the next password, and when the account is archived or closed.
 */
export interface PasswordLinkService {
  /** Creates a link for an active account, for administrators. The former one ends. */
  create(caller: Caller, user: string): Promise<Result<MadePasswordLink, AppError>>;
  /**
   * Sets the password of a link's account, ends its sessions and tokens, and signs in. PERMISSION_DENIED with
   * the same message for a wrong, used or expired code; RESOURCE_EXHAUSTED after too many of those from an
   * address, wrong passwords included.
   */
  redeem(
    sent: { readonly code: string; readonly password: string },
    client: Client,
  ): Promise<Result<SignedIn, AppError>>;
}

const onlyAdministrators = err(
  appError("PERMISSION_DENIED", "only administrators can manage accounts"),
);
const wrongLink = err(appError("PERMISSION_DENIED", "the link is wrong, already used or expired"));

/** Creates the service. `attempts` is the limiter of sign-ins. */
export function createPasswordLinkService(
  deps: AuthDeps,
  attempts: AttemptLimiter,
): PasswordLinkService {
  const { database } = deps;
  return {
    async create(caller, reference) {
      if (!isAdministrator(caller) || !hasFullRights(caller)) return onlyAdministrators;
      const secret = randomBase62(codeLength, deps.randomBytes);
      const atMs = deps.nowMs();
      return database.write(async (stores) => {
        const user = await findUser(stores.users, reference);
        if (user === null) return err(notFound());
        if (user.state !== "NORMAL") {
          return err(appError("FAILED_PRECONDITION", "the account is archived"));
        }
        const { username } = user;
        const target = userName(username);
        const link = { hash: deps.sha256(secret), expiresMs: atMs + lifetimeMs };
        await stores.meta.set(pendingLinks.at(target), link);
        const { name: actor, address = "" } = caller;
        const entry = { atMs, actor, target, address };
        await enterInAuditLog(stores, { ...entry, action: "password.link_created" });
        return ok({ username, code: username + divider + secret, expiresMs: link.expiresMs });
      }, caller);
    },

    async redeem({ code, password }, client) {
      const { address } = client;
      const limits = [addressLimit(address)];
      const waitMs = await attempts.take(limits);
      if (waitMs > 0) return err(tooManyTries(waitMs));
      const [username = "", secret = ""] = code.trim().split(divider);
      const hash = deps.sha256(secret);
      const find = async ({ meta, users }: Pick<ServerReadStores, "meta" | "users">) => {
        const user = await users.findByUsername(username);
        if (user === null || user.state !== "NORMAL") return null;
        const link = await meta.get(pendingLinks.at(userName(user.username)));
        return link?.hash === hash && link.expiresMs > deps.nowMs() ? user : null;
      };
      const owner = await database.read(find);
      if (owner === null) {
        await database.write((stores) =>
          noteFailedSignIn(stores, { account: null, address, atMs: deps.nowMs() }),
        );
        return wrongLink;
      }
      await attempts.giveBack(limits);
      if (deps.policy().disablePasswordLogin && owner.role !== "ADMIN") return passwordsDisabled;
      const problem = await checkPassword(deps, password);
      if (problem !== null) return err(problem);
      const passwordHash = await deps.hashPassword(password);
      const atMs = deps.nowMs();
      return database.write(async (stores) => {
        // Another request may have used the link meanwhile.
        const found = await find(stores);
        if (found === null) return wrongLink;
        const user = { ...found, passwordHash, updatedMs: atMs };
        const name = userName(user.username);
        await endCredentials(stores, name, null, atMs);
        await stores.users.update(user);
        stores.afterCommit({ kind: "credentials-changed", ended: [] });
        const entry = { atMs, actor: name, target: name, address };
        await enterInAuditLog(stores, { ...entry, action: "password.changed" });
        const id = newResourceId(deps.randomBytes);
        return ok({ user, session: await openSessionWithin(stores, deps, { user, client, id }) });
      });
    },
  };
}
