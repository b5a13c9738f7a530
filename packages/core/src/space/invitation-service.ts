import { findOwnAccount, findUser } from "../access/find-user.ts";
import { enterInAuditLog } from "../audit/enter-in-audit-log.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { Caller } from "../model/caller.ts";
import { spaceName, userName, usernameOf } from "../names/names.ts";
import { type Page, pageList, type PageRequest } from "../paging/page-list.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { AuditAction } from "../stores/audit-log-store.ts";
import type {
  ServerDatabase,
  ServerReadStores,
  ServerWriteStores,
} from "../stores/server-database.ts";
import type {
  SpaceInvitation,
  SpaceMember,
  SpaceRecord,
  SpaceRole,
} from "../stores/space-store.ts";
import { findManaged } from "./find-space.ts";
import { saveMembership } from "./membership.ts";

/** Lifetime of an invitation: enough for a user who is away. */
const lifetimeMs = 30 * 86_400_000;
/** Maximum number of open invitations per space. */
const maxInvitations = 100;

type Outcome<T> = Promise<Result<T, AppError>>;

export interface SpaceInvitationDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
  readonly nowMs: () => number;
}

/** An invitation with its space, which the invited user can't read yet. */
export interface ShownInvitation extends SpaceInvitation {
  readonly to: SpaceRecord;
}

/**
 * Invitations to spaces. Administrators of a space and of the instance create, list and revoke them; the
 * invited user accepts or declines. NOT_FOUND for all other callers. An invitation expires after 30 days.
 * `user` is a username or number.
 */
export interface SpaceInvitationService {
  /** Lists the open invitations of a space, by user. */
  list(caller: Caller, space: string, page: PageRequest): Outcome<Page<ShownInvitation>>;
  /** Lists the caller's open invitations, by space; NOT_FOUND for other users. */
  listTo(caller: Caller, user: string, page: PageRequest): Outcome<Page<ShownInvitation>>;
  get(caller: Caller, space: string, user: string): Outcome<ShownInvitation>;
  /**
   * Creates an invitation. INVALID_ARGUMENT without an active account of this name, ALREADY_EXISTS for a
   * member or an invited user, FAILED_PRECONDITION if 100 invitations are open.
   */
  create(
    caller: Caller,
    space: string,
    invited: { readonly user: string; readonly role: SpaceRole },
  ): Outcome<ShownInvitation>;
  remove(caller: Caller, space: string, user: string): Outcome<null>;
  /** Makes the invited user a member. PERMISSION_DENIED for other callers who may see the invitation. */
  accept(caller: Caller, space: string, user: string): Outcome<SpaceMember>;
  /** Declines an invitation. PERMISSION_DENIED for other callers who may see it. */
  decline(caller: Caller, space: string, user: string): Outcome<null>;
}

export function createSpaceInvitationService(deps: SpaceInvitationDeps): SpaceInvitationService {
  const { database, pageTokens, nowMs } = deps;

  const isOpen = ({ expiresMs }: SpaceInvitation): boolean => expiresMs > nowMs();

  /** Finds an open invitation that the caller may see. */
  async function find(
    stores: Pick<ServerReadStores, "spaceInvitations" | "spaces" | "users">,
    caller: Caller,
    space: string,
    user: string,
  ): Promise<Result<ShownInvitation, AppError>> {
    const account = await findUser(stores.users, user);
    const name = account === null ? null : userName(account.username);
    if (name !== caller.name) {
      const managed = await findManaged(stores.spaces, caller, space);
      if (!managed.ok) return managed;
    }
    const to = await stores.spaces.find(space);
    const found = name === null ? null : await stores.spaceInvitations.find(space, name);
    return to === null || found === null || !isOpen(found) ? err(notFound()) : ok({ ...found, to });
  }

  async function findOwn(
    stores: Pick<ServerReadStores, "spaceInvitations" | "spaces" | "users">,
    caller: Caller,
    space: string,
    user: string,
  ): Promise<Result<ShownInvitation, AppError>> {
    const found = await find(stores, caller, space, user);
    if (!found.ok || found.value.user === caller.name) return found;
    return err(appError("PERMISSION_DENIED", "only the invited user may do this"));
  }

  async function note(
    stores: Pick<ServerWriteStores, "auditLog" | "afterCommit">,
    { name: actor, address = "" }: Caller,
    action: AuditAction,
    { space, user }: SpaceInvitation,
  ): Promise<void> {
    const target = `${spaceName(space)}/invitations/${usernameOf(user)}`;
    await enterInAuditLog(stores, { action, atMs: nowMs(), actor, target, address });
  }

  return {
    list: (caller, space, page) =>
      database.read(async ({ spaceInvitations, spaces }) => {
        const managed = await findManaged(spaces, caller, space);
        if (!managed.ok) return managed;
        const open = (await spaceInvitations.listBySpace(space)).filter(isOpen);
        const listed = pageList(pageTokens, open, ({ user }) => user, {
          ...page,
          asked: ["invitations", space],
        });
        if (!listed.ok) return listed;
        const items = listed.value.items.map((each) => ({ ...each, to: managed.value }));
        return ok({ ...listed.value, items });
      }),

    listTo: (caller, user, page) =>
      database.read(async ({ spaceInvitations, spaces, users }) => {
        const own = await findOwnAccount(users, caller, user);
        if (!own.ok) return own;
        const open = (await spaceInvitations.listByUser(caller.name)).filter(isOpen);
        const asked = ["invitations-to", caller.name];
        const listed = pageList(pageTokens, open, ({ space }) => space, { ...page, asked });
        if (!listed.ok) return listed;
        const items: ShownInvitation[] = [];
        for (const each of listed.value.items) {
          const to = await spaces.find(each.space);
          if (to !== null) items.push({ ...each, to });
        }
        return ok({ ...listed.value, items });
      }),

    get: (caller, space, user) => database.read((stores) => find(stores, caller, space, user)),

    create: (caller, space, { user, role }) =>
      database.write(async (stores) => {
        const { spaceInvitations, spaces } = stores;
        const managed = await findManaged(spaces, caller, space);
        if (!managed.ok) return managed;
        const account = await findUser(stores.users, user);
        if (account?.state !== "NORMAL") {
          return err(invalidField("invitee", "there is no such active user"));
        }
        const name = userName(account.username);
        if ((await spaces.findMember(space, name)) !== null) {
          return err(appError("ALREADY_EXISTS", "this user is already a member"));
        }
        const open = (await spaceInvitations.listBySpace(space)).filter(isOpen);
        if (open.some((each) => each.user === name)) {
          return err(appError("ALREADY_EXISTS", "this user is already invited"));
        }
        if (open.length >= maxInvitations) {
          const message = `${maxInvitations} open invitations is the maximum`;
          return err(appError("FAILED_PRECONDITION", message));
        }
        const createdMs = nowMs();
        const made = { space, user: name, role, createdMs, expiresMs: createdMs + lifetimeMs };
        await spaceInvitations.save(made);
        await note(stores, caller, "invitation.created", made);
        return ok({ ...made, to: managed.value });
      }, caller),

    remove: (caller, space, user) =>
      database.write(async (stores) => {
        const found = await find(stores, caller, space, user);
        if (!found.ok) return found;
        const managed = await findManaged(stores.spaces, caller, space);
        if (!managed.ok) {
          return err(
            appError(
              "PERMISSION_DENIED",
              "only administrators of the space can withdraw invitations",
            ),
          );
        }
        await stores.spaceInvitations.remove(space, found.value.user);
        await note(stores, caller, "invitation.revoked", found.value);
        return ok(null);
      }, caller),

    accept: (caller, space, user) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, space, user);
        if (!found.ok) return found;
        const { role } = found.value;
        const saved = await saveMembership(stores, { space, user: caller.name, role });
        if (saved.ok) await note(stores, caller, "invitation.accepted", found.value);
        return saved;
      }, caller),

    decline: (caller, space, user) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, space, user);
        if (!found.ok) return found;
        await stores.spaceInvitations.remove(space, caller.name);
        await note(stores, caller, "invitation.declined", found.value);
        return ok(null);
      }, caller),
  };
}
