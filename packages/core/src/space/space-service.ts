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
import { findUser } from "../access/find-user.ts";
import { refeedMember } from "../feed/refeed-member.ts";
import type { SpaceMember, SpaceReader, SpaceRecord, SpaceRole } from "../stores/space-store.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

export interface NewSpace {
  /** Chosen by the caller, or given by the service. */
  readonly id?: string;
  readonly title: string;
  readonly description: string;
}

export type SpaceChanges = Partial<Pick<SpaceRecord, "title" | "description">>;

/**
 * Spaces and who is in them. Administrators of the instance make them; they and a space's own
 * administrators change it. For everybody else who is no member a space does not exist.
 */
export interface SpaceService {
  /** Those the caller is a member of; for administrators all. Oldest first. */
  list(caller: Caller, page: PageRequest): Outcome<Page<SpaceRecord>>;
  create(caller: Caller, space: NewSpace): Outcome<SpaceRecord>;
  get(caller: Caller, id: string): Outcome<SpaceRecord>;
  update(caller: Caller, id: string, changes: SpaceChanges): Outcome<SpaceRecord>;
  /** Its memos stay with their creators, out of the space; those that it alone showed become PRIVATE. */
  remove(caller: Caller, id: string): Outcome<null>;
  listMembers(caller: Caller, id: string, page: PageRequest): Outcome<Page<SpaceMember>>;
  /** Adds a member, or changes the role of one. `user` is a username or number. */
  saveMember(
    caller: Caller,
    id: string,
    member: { readonly user: string; readonly role: SpaceRole },
  ): Outcome<SpaceMember>;
  /** Members may leave by themselves. What they wrote stays theirs. */
  removeMember(caller: Caller, id: string, user: string): Outcome<null>;
}

export function createSpaceService(deps: MemoDeps<ServerDatabase>): SpaceService {
  const { database, pageTokens } = deps;

  return {
    list: (caller, page) =>
      database.read(async ({ spaces }) => {
        const all = await spaces.list();
        const isAdmin = isAdministrator(caller);
        const shown = all.filter(({ id }) => isAdmin || caller.spaces.includes(spaceName(id)));
        const key = (space: SpaceRecord): string => timeKey(space.createdMs, space.id);
        return pageList(pageTokens, shown, key, page, ["spaces", caller.name]);
      }),

    async create(caller, input) {
      if (!isAdministrator(caller)) {
        return err(appError("PERMISSION_DENIED", "only administrators make spaces"));
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
      return database.write(async ({ spaces }) => {
        if ((await spaces.find(id)) !== null) {
          return err(appError("ALREADY_EXISTS", "a space with this id exists already"));
        }
        await spaces.insert(space);
        return ok(space);
      }, caller);
    },

    get: (caller, id) => database.read(({ spaces }) => findSpace(spaces, caller, id)),

    async update(caller, id, changes) {
      const problem = checkWords(changes);
      if (problem !== null) return err(problem);
      return database.write(async ({ spaces }) => {
        const space = await findManaged(spaces, caller, id);
        if (!space.ok) return space;
        const changed = { ...space.value, ...changes };
        await spaces.update(changed);
        return ok(changed);
      }, caller);
    },

    remove: (caller, id) =>
      database.write(async (stores) => {
        const space = await findManaged(stores.spaces, caller, id);
        if (!space.ok) return space;
        // While it can still be told what was in it: nobody follows the scope of a space that is gone.
        for (const member of await stores.spaces.members(id)) {
          await refeedMember(stores, id, member.user, "evict");
        }
        await emptySpace(stores, deps, caller, id);
        await stores.spaces.remove(id);
        stores.afterCommit({ kind: "credentials-changed", ended: [] });
        return ok(null);
      }, caller),

    listMembers: (caller, id, page) =>
      database.read(async ({ spaces }) => {
        const space = await findSpace(spaces, caller, id);
        if (!space.ok) return space;
        const members = await spaces.members(id);
        return pageList(pageTokens, members, (member) => member.user, page, ["members", id]);
      }),

    saveMember: (caller, id, { user, role }) =>
      database.write(async (stores) => {
        const space = await findManaged(stores.spaces, caller, id);
        if (!space.ok) return space;
        const found = await findUser(stores.users, user);
        if (found === null) return err(invalidField("user", "there is no such user"));
        const member = { space: id, user: userName(found.username), role };
        const isNew = (await stores.spaces.findMember(id, member.user)) === null;
        await stores.spaces.saveMember(member);
        stores.afterCommit({ kind: "credentials-changed", ended: [] });
        if (isNew) await refeedMember(stores, id, member.user, "up");
        return ok(member);
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
        if ((await stores.spaces.findMember(id, name)) === null) return err(notFound());
        await stores.spaces.removeMember(id, name);
        stores.afterCommit({ kind: "credentials-changed", ended: [] });
        await refeedMember(stores, id, name, "evict");
        return ok(null);
      }, caller),
  };
}

async function findSpace(
  spaces: SpaceReader,
  caller: Caller,
  id: string,
): Promise<Result<SpaceRecord, AppError>> {
  const space = await spaces.find(id);
  const isMember = caller.spaces.includes(spaceName(id));
  return space === null || !(isMember || isAdministrator(caller)) ? err(notFound()) : ok(space);
}

async function findManaged(
  spaces: SpaceReader,
  caller: Caller,
  id: string,
): Promise<Result<SpaceRecord, AppError>> {
  const space = await findSpace(spaces, caller, id);
  if (!space.ok || isAdministrator(caller)) return space;
  const member = await spaces.findMember(id, caller.name);
  if (member?.role === "ADMIN") return space;
  return err(appError("PERMISSION_DENIED", "only administrators of the space may do this"));
}

function checkWords({ title, description }: SpaceChanges): AppError | null {
  if (title !== undefined && title.trim() === "") return invalidField("title", "is required");
  if (title !== undefined && title.length > 256) return invalidField("title", "is too long");
  if (description !== undefined && description.length > 4096) {
    return invalidField("description", "is too long");
  }
  return null;
}

/** Takes every memo out of a space that is about to go. Comments follow the memo that they are on. */
async function emptySpace(
  stores: ServerWriteStores,
  deps: MemoDeps<ServerDatabase>,
  caller: Caller,
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
