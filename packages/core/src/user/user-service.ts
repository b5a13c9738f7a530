import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { noteAccountChange } from "../audit/note-account-change.ts";
import { insertAccount, newAccountRow, usernameTaken } from "../auth/account.ts";
import type { AuthDeps } from "../auth/auth-deps.ts";
import { type AuthService, wrongCurrentPassword } from "../auth/auth-service.ts";
import { type Caller, hasFullRights, isAdministrator } from "../model/caller.ts";
import { endCredentials } from "../auth/own-sessions.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { checkUsername, userName } from "../names/names.ts";
import { type Page, pageList, type PageRequest } from "../paging/page-list.ts";
import type { UserRecord } from "../model/account.ts";
import type { AccountUse, UserStore } from "../stores/account-stores.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { type AvatarChange, avatarPath, readAvatar } from "./avatar.ts";
import { type ClosedThings, closeAccount, trashClosedAccounts } from "./close-account.ts";
import { findUser } from "../access/find-user.ts";
import { ownerArchived } from "./archived-owner.ts";
import { beginPurge, purgeClosedAccount, type PurgedThings, purgesDue } from "./purge-account.ts";
import { changedUser, checkUserChanges, type UserChanges } from "./user-changes.ts";
import { readUserStats, type StatsQuery, type UserStats } from "./user-stats.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

export interface UserDeps {
  readonly auth: Pick<AuthDeps, "hashPassword" | "isCommonPassword" | "nowMs">;
  /** Checks the current password of a signed-in user, with a limit on failures. */
  readonly confirmPassword: AuthService["confirmPassword"];
  readonly memoDeps: MemoDeps<ServerDatabase>;
  /** Removes the content of purged files; absent if only a server can. */
  readonly eraseFiles?: () => Promise<unknown>;
}

export interface NewUser extends Omit<UserChanges, "password" | "state"> {
  readonly username: string;
  readonly password: string;
  /** True only validates: returns the account that would be created. */
  readonly validateOnly?: boolean;
}

/** Account in a list for administrators. */
export type ListedUser = UserRecord & AccountUse;

/** A signed-in caller, and the credential that a change of password keeps. */
export interface UserEditor {
  readonly caller: Caller;
  readonly credentialId: string;
}

/**
 * Accounts. `user` is a username, ignoring case, or a legacy number. Usernames never change and are never
 * reused.
 */
export interface UserService {
  /** Lists accounts and their use by number, for administrators. `filter` is blank or `username == "x"`. */
  list(caller: Caller, page: PageRequest & { readonly filter: string }): Outcome<Page<ListedUser>>;
  /** Creates an account, for administrators. */
  create(caller: Caller, user: NewUser): Outcome<UserRecord>;
  get(user: string): Outcome<UserRecord>;
  /** Returns accounts in the order of `users`; unknown names are left out. */
  getMany(users: readonly string[]): Promise<readonly UserRecord[]>;
  /**
   * Changes an account. The user and administrators may do so; only administrators change role and state.
   * Changing one's own password requires the current one. A new password ends all other sessions and tokens.
   * FAILED_PRECONDITION for the last administrator. RESOURCE_EXHAUSTED after too many wrong current
   * passwords.
   */
  update(
    editor: UserEditor,
    user: string,
    changes: UserChanges,
    currentPassword: string | null,
  ): Outcome<UserRecord>;
  /** Ends all sessions, tokens and pairing codes of an account, for administrators. */
  signOut(caller: Caller, user: string): Outcome<UserRecord>;
  /** Closes an account permanently, for the user or an administrator (docs/accounts.md). */
  remove(caller: Caller, user: string): Outcome<null>;
  /**
   * Closes an account and deletes everything of it for good, at once, for the same callers. Administrators can also purge
   * an account that is closed already. Returns what this call removed.
   */
  purge(caller: Caller, user: string): Outcome<PurgedThings>;
  /**
   * Returns the account whose memos the caller is about to export, for the user and administrators, and enters that in the
   * audit log.
   */
  beginExport(caller: Caller, user: string): Outcome<UserRecord>;
  /** Returns the user's uploaded picture as a data URL. */
  avatar(user: string): Outcome<string>;
  /** Returns figures of one user's memos, limited to those that the caller can read. */
  stats(caller: Caller, user: string, query: StatsQuery): Outcome<UserStats>;
  /** Returns the figures of every user whose memos the caller can read, by name. */
  allStats(caller: Caller, query: StatsQuery): Outcome<readonly UserStats[]>;
  /** Finishes closing and purging accounts after a server restart. */
  finishClosing(): Promise<void>;
}

const avatarKey = "AVATAR";
const onlyAdministrators = err(
  appError("PERMISSION_DENIED", "only administrators can manage accounts"),
);

export function createUserService(deps: UserDeps): UserService {
  const { database, pageTokens } = deps.memoDeps;

  /** Closes an account that was found before the transaction. */
  async function close(
    stores: ServerWriteStores,
    caller: Caller,
    user: UserRecord | null,
  ): Outcome<ClosedThings> {
    // The account may have been closed meanwhile, or be the last administrator now.
    const current = user === null ? null : await stores.users.findByNumber(user.number);
    if (current === null) return err(notFound());
    const stays = await staysAdministered(stores.users, current, null);
    if (!stays.ok) return stays;
    const atMs = deps.auth.nowMs();
    await noteAccountChange(stores, caller, { before: current, after: null, atMs });
    return ok(await closeAccount(stores, current, atMs));
  }

  return {
    async list(caller, { filter, ...page }) {
      if (!isAdministrator(caller)) return onlyAdministrators;
      const username = parseUserFilter(filter);
      if (!username.ok) return username;
      const all = await database.read(({ users }) => users.list());
      const found = all.filter(
        (user) => username.value === null || sameName(user.username, username.value),
      );
      const key = (user: UserRecord): string => String(user.number).padStart(16, "0");
      const listed = pageList(pageTokens, found, key, { ...page, asked: ["users", filter] });
      if (!listed.ok) return listed;
      const names = listed.value.items.map(({ username: name }) => userName(name));
      const use = await database.read(({ users }) => users.useOf(names, deps.auth.nowMs()));
      const items = listed.value.items.map((user) => ({
        ...user,
        ...(use.get(userName(user.username)) ?? unused),
      }));
      return ok({ ...listed.value, items });
    },

    async create(caller, { username, password, avatarUrl = "", validateOnly, ...words }) {
      if (!isAdministrator(caller)) return onlyAdministrators;
      const name = checkUsername("username", username);
      if (!name.ok) return name;
      const problem = await checkUserChanges(deps.auth, { ...words, password });
      if (problem !== null) return err(problem);
      const avatar = readAvatar(username, avatarUrl);
      if (!avatar.ok) return avatar;
      const nowMs = deps.auth.nowMs();
      if (validateOnly === true) {
        const row = changedUser({ ...newAccountRow(username, "", nowMs), number: 0 }, words, nowMs);
        const shown =
          avatar.value.type === "address" ? { ...row, avatarUrl: avatar.value.url } : row;
        return database.read(async ({ users }) =>
          (await users.isTaken(username)) ? usernameTaken : ok(shown),
        );
      }
      const hash = await deps.auth.hashPassword(password);
      return database.write(async (stores) => {
        const row = changedUser(
          { ...newAccountRow(username, hash, nowMs), number: 0 },
          words,
          nowMs,
        );
        const { number: _number, ...plain } = row;
        const made = await insertAccount(stores, plain);
        if (!made.ok) return made;
        const shown = await withAvatar(stores, made.value, avatar.value, nowMs);
        if (shown !== made.value) await stores.users.update(shown);
        await noteAccountChange(stores, caller, { before: null, after: shown, atMs: nowMs });
        return ok(shown);
      }, caller);
    },

    async get(reference) {
      const user = await database.read(({ users }) => findUser(users, reference));
      return user === null ? err(notFound()) : ok(user);
    },

    getMany: (references) =>
      database.read(async ({ users }) => {
        const found = new Map<number, UserRecord>();
        for (const reference of references) {
          const user = await findUser(users, reference);
          if (user !== null) found.set(user.number, user);
        }
        return [...found.values()];
      }),

    async update({ caller, credentialId }, reference, changes, currentPassword) {
      const user = await database.read(({ users }) => findUser(users, reference));
      if (user === null) return err(notFound());
      const allowed = await mayChange(deps, caller, user, { ...changes, currentPassword });
      if (!allowed.ok) return allowed;
      const problem = await checkUserChanges(deps.auth, changes);
      if (problem !== null) return err(problem);
      const { password, avatarUrl } = changes;
      const avatar = avatarUrl === undefined ? null : readAvatar(user.username, avatarUrl);
      if (avatar?.ok === false) return avatar;
      const hash = password === undefined ? null : await deps.auth.hashPassword(password);
      const nowMs = deps.auth.nowMs();
      return database.write(async (stores) => {
        const current = await stores.users.findByNumber(user.number);
        if (current === null) return err(notFound());
        // The password must not have changed since the current one was checked.
        if (
          hash !== null &&
          currentPassword !== null &&
          current.passwordHash !== user.passwordHash
        ) {
          return err(wrongCurrentPassword);
        }
        let next = changedUser(current, changes, nowMs);
        const stays = await staysAdministered(stores.users, current, next);
        if (!stays.ok) return stays;
        if (avatar !== null) next = await withAvatar(stores, next, avatar.value, nowMs);
        const name = userName(next.username);
        if (hash !== null) {
          next = { ...next, passwordHash: hash, updatedMs: nowMs };
          const kept = caller.name === name ? credentialId : null;
          await endCredentials(stores, name, kept, nowMs);
        }
        if (next.state !== "NORMAL") {
          await endCredentials(stores, name, null, nowMs);
          await stores.deliveries.failPending(name, ownerArchived);
        }
        if (next !== current) {
          await stores.users.update(next);
          stores.afterCommit({ kind: "credentials-changed", ended: [] });
        }
        await noteAccountChange(stores, caller, {
          before: current,
          after: next,
          atMs: nowMs,
        });
        return ok(next);
      }, caller);
    },

    async signOut(caller, reference) {
      if (!isAdministrator(caller) || !hasFullRights(caller)) return onlyAdministrators;
      return database.write(async (stores) => {
        const user = await findUser(stores.users, reference);
        if (user === null) return err(notFound());
        const atMs = deps.auth.nowMs();
        const name = userName(user.username);
        await endCredentials(stores, name, null, atMs);
        await enterInAuditLog(stores, {
          action: "account.signed_out",
          atMs,
          actor: caller.name,
          target: name,
          address: caller.address ?? "",
        });
        return ok(user);
      }, caller);
    },

    async remove(caller, reference) {
      const user = await database.read(({ users }) => findUser(users, reference));
      const allowed = mayRemove(caller, user?.username ?? null);
      if (!allowed.ok) return allowed;
      const closed = await database.write((stores) => close(stores, caller, user), caller);
      if (!closed.ok) return closed;
      await trashClosedAccounts(deps.memoDeps, [allowed.value]);
      return ok(null);
    },

    async purge(caller, reference) {
      const found = await database.read(async ({ users }) => {
        const user = await findUser(users, reference);
        if (user !== null || !isAdministrator(caller)) return { user, closed: null };
        const names = await users.closedNames();
        return { user, closed: names.find((name) => sameName(name, reference)) ?? null };
      });
      const allowed = mayRemove(caller, found.user?.username ?? found.closed);
      if (!allowed.ok) return allowed;
      const username = allowed.value;
      const begun = await database.write(async (stores) => {
        const closed =
          found.closed === null
            ? await close(stores, caller, found.user)
            : ok({ shareLinks: 0, webhooks: 0 });
        if (!closed.ok) return closed;
        const accessTokens = await beginPurge(stores, username);
        await enterInAuditLog(stores, {
          action: "account.purged",
          atMs: deps.auth.nowMs(),
          actor: caller.name,
          target: userName(username),
          address: caller.address ?? "",
        });
        return ok({ ...closed.value, accessTokens });
      }, caller);
      if (!begun.ok) return begun;
      const purged = await purgeClosedAccount(deps.memoDeps, username);
      await deps.eraseFiles?.();
      return ok({ ...begun.value, ...purged });
    },

    async beginExport(caller, reference) {
      return database.write(async (stores) => {
        const user = await findUser(stores.users, reference);
        if (user === null) return err(notFound());
        const target = userName(user.username);
        if (target !== caller.name && !isAdministrator(caller)) return notTheirs;
        await enterInAuditLog(stores, {
          action: "export.account",
          atMs: deps.auth.nowMs(),
          actor: caller.name,
          target,
          address: caller.address ?? "",
        });
        return ok(user);
      }, caller);
    },

    async avatar(reference) {
      const picture = await database.read(async ({ users, userSettings }) => {
        const user = await findUser(users, reference);
        return user === null ? null : userSettings.get(userName(user.username), avatarKey);
      });
      return picture === null || picture === "" ? err(notFound()) : ok(picture);
    },

    stats: async (caller, reference, query) => {
      const user = await database.read(({ users }) => findUser(users, reference));
      if (user === null) return err(notFound());
      const name = userName(user.username);
      const stats = await readUserStats(deps.memoDeps, caller, query, name);
      return stats.ok ? ok(stats.value.get(name) ?? { ...noStats, name }) : stats;
    },
    allStats: async (caller, query) => {
      const stats = await readUserStats(deps.memoDeps, caller, query, null);
      if (!stats.ok) return stats;
      return ok([...stats.value.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    },

    finishClosing: async () => {
      for (const name of await purgesDue(database)) await purgeClosedAccount(deps.memoDeps, name);
      const names = await database.read(({ users }) => users.closedNames());
      await trashClosedAccounts(deps.memoDeps, names);
    },
  };
}

const unused: AccountUse = { lastSeenMs: null, sessions: 0, storageBytes: 0 };

const noStats: Omit<UserStats, "name"> = {
  memoTypeStats: { linkCount: 0, codeCount: 0, todoCount: 0, undoCount: 0 },
  tagCount: {},
  memoCreatedMs: [],
  memoUpdatedMs: [],
  pinnedMemos: [],
  totalMemoCount: 0,
};

function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

const notTheirs = err(
  appError("PERMISSION_DENIED", "only the user or an administrator may do this"),
);
const limitedToken = err(
  appError("PERMISSION_DENIED", "an access token with a scope cannot do this to its own account"),
);

/** Returns the username of an account that the caller may close; null is an account that doesn't exist. */
function mayRemove(caller: Caller, username: string | null): Result<string, AppError> {
  if (username === null) return err(notFound());
  if (userName(username) !== caller.name && !isAdministrator(caller)) {
    return notTheirs;
  }
  return hasFullRights(caller) ? ok(username) : limitedToken;
}

/** Returns the username in a filter; null for a blank filter. */
function parseUserFilter(filter: string): Result<string | null, AppError> {
  if (filter.trim() === "") return ok(null);
  const match = /^\s*username\s*==\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*$/.exec(filter);
  if (match === null) return err(invalidField("filter", 'must be username == "name"'));
  return ok(match[1] ?? match[2] ?? "");
}

async function mayChange(
  deps: UserDeps,
  caller: Caller,
  user: UserRecord,
  changes: UserChanges & { readonly currentPassword: string | null },
): Promise<Result<null, AppError>> {
  const { currentPassword } = changes;
  const isOwn = userName(user.username) === caller.name;
  const isAdmin = isAdministrator(caller);
  if (!isOwn && !isAdmin) {
    return notTheirs;
  }
  if ((changes.role !== undefined || changes.state !== undefined) && !isAdmin) {
    const isSame =
      (changes.role ?? user.role) === user.role && (changes.state ?? user.state) === user.state;
    if (!isSame) {
      return err(appError("PERMISSION_DENIED", "only an administrator changes role and state"));
    }
  }
  if (changes.password === undefined || !isOwn) return ok(null);
  if (!hasFullRights(caller)) return limitedToken;
  if (currentPassword === null) return err(invalidField("currentPassword", "is required"));
  return deps.confirmPassword(user, currentPassword);
}

/** Returns FAILED_PRECONDITION for a change that leaves the instance without an active administrator. */
async function staysAdministered(
  users: UserStore,
  before: UserRecord,
  after: UserRecord | null,
): Promise<Result<null, AppError>> {
  const isActive = (user: UserRecord | null): boolean =>
    user !== null && user.role === "ADMIN" && user.state === "NORMAL";
  if (!isActive(before) || isActive(after)) return ok(null);
  const others = (await users.list()).filter((user) => user.number !== before.number);
  if (others.some(isActive)) return ok(null);
  return err(appError("FAILED_PRECONDITION", "the last administrator can't be removed"));
}

/** Returns the user with a new picture or address; the same object if nothing changes. */
async function withAvatar(
  stores: ServerWriteStores,
  user: UserRecord,
  avatar: AvatarChange,
  nowMs: number,
): Promise<UserRecord> {
  if (avatar.type === "same") return user;
  if (avatar.type === "address" && avatar.url === user.avatarUrl) return user;
  const name = userName(user.username);
  await stores.userSettings.set(name, avatarKey, avatar.type === "picture" ? avatar.dataUrl : "");
  // Each picture gets a new address, because browsers cache them.
  const path = `${avatarPath(user.username)}?v=${nowMs}`;
  const avatarUrl = avatar.type === "picture" ? path : avatar.url;
  return { ...user, avatarUrl, updatedMs: nowMs };
}
