import type { WriteContext } from "../commit/write-context.ts";
import { isAdministrator } from "../model/caller.ts";
import { appError, type AppError, invalidField, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { commitMemo } from "../commit/commit-memo.ts";
import type { MemoDeps } from "../memo/memo-deps.ts";
import { entityOf } from "../commit/entity-of.ts";
import { isResourceId, spaceName, userName } from "../names/names.ts";
import { type Page, pageList, type PageRequest, timeKey } from "../paging/page-list.ts";
import type { ServerDatabase, ServerWriteStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import type { MemoOp } from "../merge/memo-op.ts";
import { findUser, type UserFinder } from "../access/find-user.ts";
import { refeedMember } from "../feed/refeed-member.ts";
import type { InstanceSettings } from "../instance/instance-settings.ts";
import type { SpaceMember, SpaceReader, SpaceRecord, SpaceRole } from "../stores/space-store.ts";
import { findManaged, findSpace } from "./find-space.ts";
import { removeMembership, saveMembership } from "./membership.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

export interface NewSpace {
  /** Id chosen by the caller; the service generates one by default. */
  readonly id?: string;
  readonly title: string;
  readonly description: string;
}

export type SpaceChanges = Partial<Pick<SpaceRecord, "title" | "description">>;

export interface SpaceDeps extends MemoDeps<ServerDatabase> {
  /** Returns who may create spaces; administrators only if absent. */
  readonly spaceCreation?: () => InstanceSettings["GENERAL"]["spaceCreation"];
}

/** A space with the fields that depend on the caller. */
export interface ShownSpace extends SpaceRecord {
  /** Role of the caller; null if not a member. */
  readonly currentUserRole: SpaceRole | null;
  readonly memberCount: number;
}

/**
 * Spaces and their members. Administrators of the instance create them, or all users if the instance allows
 * it; the creator becomes the first administrator. A space's own administrators and those of the instance
 * change it. NOT_FOUND for all other callers who aren't members. `user` is a username or number.
 */
export interface SpaceService {
  /** Lists the caller's spaces, or all for administrators. Oldest first. */
  list(caller: Caller, page: PageRequest): Outcome<Page<ShownSpace>>;
  /** Creates a space. FAILED_PRECONDITION for a user who already administers 100 spaces. */
  create(caller: Caller, space: NewSpace): Outcome<ShownSpace>;
  get(caller: Caller, id: string): Outcome<ShownSpace>;
  update(caller: Caller, id: string, changes: SpaceChanges): Outcome<ShownSpace>;
  /** Removes a space. Its memos stay with their creators; those with visibility SPACE become PRIVATE. */
  remove(caller: Caller, id: string): Outcome<null>;
  listMembers(caller: Caller, id: string, page: PageRequest): Outcome<Page<SpaceMember>>;
  getMember(caller: Caller, id: string, user: string): Outcome<SpaceMember>;
  /**
   * Adds a member, or changes a member's role. Without a role a new member becomes a USER, and a member's
   * role stays. FAILED_PRECONDITION for the last administrator of a space.
   */
  saveMember(
    caller: Caller,
    id: string,
    member: { readonly user: string; readonly role: SpaceRole | null },
  ): Outcome<SpaceMember>;
  /** Changes a member's role, by the same rules; NOT_FOUND for a user who isn't a member. */
  updateMember(caller: Caller, id: string, user: string, role: SpaceRole): Outcome<SpaceMember>;
  /**
   * Removes a member. Members may remove themselves. FAILED_PRECONDITION for the last administrator. The
   * user's memos stay theirs.
   */
  removeMember(caller: Caller, id: string, user: string): Outcome<null>;
}

/** Maximum number of spaces that a user may administer; doesn't apply to the instance's administrators. */
const maxAdministered = 100;

export function createSpaceService(deps: SpaceDeps): SpaceService {
  const { database, pageTokens } = deps;

  return {
    list: (caller, page) =>
      database.read(async ({ spaces }) => {
        const all = isAdministrator(caller)
          ? await spaces.list()
          : await spaces.listByMember(caller.name);
        const key = (space: SpaceRecord): string => timeKey(space.createdMs, space.id);
        const listed = pageList(pageTokens, all, key, { ...page, asked: ["spaces", caller.name] });
        if (!listed.ok) return listed;
        return ok({ ...listed.value, items: await showAll(spaces, caller, listed.value.items) });
      }),

    async create(caller, input) {
      const isAdmin = isAdministrator(caller);
      if (!isAdmin && deps.spaceCreation?.() !== "EVERYBODY") {
        return err(appError("PERMISSION_DENIED", "only administrators can create spaces"));
      }
      const id = input.id ?? deps.newId();
      if (!isResourceId(id)) {
        return err(
          invalidField(
            "spaceId",
            "must be 1 to 36 letters, digits or inner hyphens, not all digits",
          ),
        );
      }
      const problem = checkWords(input);
      if (problem !== null) return err(problem);
      const { title, description } = input;
      const space = { id, title, description, createdMs: deps.clock.nowMs() };
      return database.write(async (stores) => {
        const { spaces } = stores;
        if ((await spaces.find(id)) !== null) {
          return err(appError("ALREADY_EXISTS", "a space with this id already exists"));
        }
        const own = await spaces.memberships(caller.name);
        if (!isAdmin && own.filter((each) => each.role === "ADMIN").length >= maxAdministered) {
          const message = `${maxAdministered} spaces is the most that a user may administer`;
          return err(appError("FAILED_PRECONDITION", message));
        }
        await spaces.insert(space);
        const saved = await saveMembership(stores, { space: id, user: caller.name, role: "ADMIN" });
        return saved.ok ? ok(await show(spaces, caller, space)) : saved;
      }, caller);
    },

    get: (caller, id) =>
      database.read(async ({ spaces }) => {
        const space = await findSpace(spaces, caller, id);
        return space.ok ? ok(await show(spaces, caller, space.value)) : space;
      }),

    async update(caller, id, changes) {
      const problem = checkWords(changes);
      if (problem !== null) return err(problem);
      return database.write(async ({ spaces }) => {
        const space = await findManaged(spaces, caller, id);
        if (!space.ok) return space;
        const changed = { ...space.value, ...changes };
        await spaces.update(changed);
        return ok(await show(spaces, caller, changed));
      }, caller);
    },

    remove: (caller, id) =>
      database.write(async (stores) => {
        const space = await findManaged(stores.spaces, caller, id);
        if (!space.ok) return space;
        // Done before the space is removed: its members' devices stop following its scope then.
        for (const member of await stores.spaces.members(id)) {
          await refeedMember(stores, id, member.user, "evict");
        }
        await emptySpace({ stores, deps, caller }, id);
        await stores.spaces.remove(id);
        stores.afterCommit({ kind: "credentials-changed", ended: [] });
        return ok(null);
      }, caller),

    listMembers: (caller, id, page) =>
      database.read(async ({ spaces }) => {
        const space = await findSpace(spaces, caller, id);
        if (!space.ok) return space;
        const members = await spaces.members(id);
        return pageList(pageTokens, members, (member) => member.user, {
          ...page,
          asked: ["members", id],
        });
      }),

    getMember: (caller, id, user) =>
      database.read(async ({ spaces, users }) => {
        const space = await findSpace(spaces, caller, id);
        return space.ok ? findMember({ spaces, users }, id, user) : space;
      }),

    saveMember: (caller, id, { user, role }) =>
      database.write(async (stores) => {
        const space = await findManaged(stores.spaces, caller, id);
        if (!space.ok) return space;
        const found = await findUser(stores.users, user);
        if (found === null) return err(invalidField("user", "there is no such user"));
        const name = userName(found.username);
        const before = role === null ? await stores.spaces.findMember(id, name) : null;
        const member = { space: id, user: name, role: role ?? before?.role ?? "USER" };
        return saveMembership(stores, member);
      }, caller),

    updateMember: (caller, id, user, role) =>
      database.write(async (stores) => {
        const space = await findManaged(stores.spaces, caller, id);
        if (!space.ok) return space;
        const member = await findMember(stores, id, user);
        return member.ok ? saveMembership(stores, { ...member.value, role }) : member;
      }, caller),

    removeMember: (caller, id, user) =>
      database.write(async (stores) => {
        const space = await findSpace(stores.spaces, caller, id);
        if (!space.ok) return space;
        const found = await findUser(stores.users, user);
        const name = found === null ? "" : userName(found.username);
        if (name !== caller.name) {
          const managed = await findManaged(stores.spaces, caller, id);
          if (!managed.ok) return managed;
        }
        const member = await stores.spaces.findMember(id, name);
        return member === null ? err(notFound()) : removeMembership(stores, member);
      }, caller),
  };
}

async function findMember(
  { spaces, users }: { readonly spaces: SpaceReader; readonly users: UserFinder },
  id: string,
  user: string,
): Promise<Result<SpaceMember, AppError>> {
  const found = await findUser(users, user);
  const member = found === null ? null : await spaces.findMember(id, userName(found.username));
  return member === null ? err(notFound()) : ok(member);
}

async function show(spaces: SpaceReader, caller: Caller, space: SpaceRecord): Promise<ShownSpace> {
  const [shown] = await showAll(spaces, caller, [space]);
  if (shown === undefined) throw new Error("a space was not shown");
  return shown;
}

async function showAll(
  spaces: SpaceReader,
  caller: Caller,
  records: readonly SpaceRecord[],
): Promise<ShownSpace[]> {
  const counts = await spaces.countMembers(records.map(({ id }) => id));
  const own = await spaces.memberships(caller.name);
  const roles = new Map(own.map(({ space, role }) => [space, role]));
  return records.map((space) => ({
    ...space,
    currentUserRole: roles.get(space.id) ?? null,
    memberCount: counts.get(space.id) ?? 0,
  }));
}

function checkWords({ title, description }: SpaceChanges): AppError | null {
  if (title !== undefined && title.trim() === "") return invalidField("title", "is required");
  if (title !== undefined && title.length > 256) return invalidField("title", "is too long");
  if (description !== undefined && description.length > 4096) {
    return invalidField("description", "is too long");
  }
  return null;
}

/** Removes every memo from a space before the space is removed. Comments follow their memo. */
async function emptySpace(
  { stores, deps, caller }: WriteContext<MemoDeps<ServerDatabase>, ServerWriteStores>,
  space: string,
): Promise<void> {
  let after = "";
  for (;;) {
    const ids = await stores.memos.idsInSpace(spaceName(space), after, 500);
    for (const id of ids) {
      const record = await stores.memos.find(id);
      if (record === null) continue;
      const op: MemoOp = {
        kind: "memo.set",
        entity: id,
        stamp: deps.clock.tick(),
        set: { space: null, ...(record.visibility === "SPACE" && { visibility: "PRIVATE" }) },
      };
      await commitMemo(stores, deps.journal, {
        before: await entityOf(stores, record),
        ops: [op],
        caller,
        textReason: "edit",
        atMs: deps.clock.nowMs(),
      });
    }
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
  }
}
