import { type AppError, invalidField, notFound } from "../errors.ts";
import type { Caller } from "../memo/access.ts";
import { compileMemoFilter } from "../memo/list-memos.ts";
import { type Page, pageList, type PageRequest, timeKey } from "../page-list.ts";
import type { PageTokens } from "../page-token.ts";
import type { Database, ReadStores } from "../ports.ts";
import { err, ok, type Result } from "../result.ts";
import { findOwnAccount } from "../user/find-user.ts";
import type { SavedView, ViewIcon } from "./view-store.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/** A shortcut is a view without an icon, and always has a filter. */
export type ViewFace = "shortcut" | "view";

export type ViewFields = Pick<SavedView, "title" | "filter" | "icon">;

export interface ViewDeps {
  readonly database: Database;
  readonly pageTokens: PageTokens;
  readonly newId: () => string;
  readonly nowMs: () => number;
}

/**
 * Filters that users keep, in two faces over one store. `user` is a username or number; others' views
 * are NOT_FOUND, and so is a view with an icon where shortcuts are asked for.
 */
export interface ViewService {
  /** Oldest first. */
  list(caller: Caller, face: ViewFace, user: string, page: PageRequest): Outcome<Page<SavedView>>;
  get(caller: Caller, face: ViewFace, user: string, id: string): Outcome<SavedView>;
  /** With `validateOnly` everything is checked and nothing is kept. */
  create(
    caller: Caller,
    face: ViewFace,
    user: string,
    input: ViewFields & { readonly validateOnly: boolean },
  ): Outcome<SavedView>;
  update(
    caller: Caller,
    face: ViewFace,
    user: string,
    id: string,
    changes: Partial<ViewFields>,
  ): Outcome<SavedView>;
  remove(caller: Caller, face: ViewFace, user: string, id: string): Outcome<null>;
}

const maxTitleLength = 256;
/** Enough for any side bar; keeps lists at hand whole. */
const maxViews = 1000;

export function createViewService(deps: ViewDeps): ViewService {
  const { database, pageTokens } = deps;

  return {
    list: (caller, face, user, page) =>
      database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const views = await stores.views.listByUser(caller.name);
        const shown = views.filter((view) => hasFace(view, face));
        const key = (view: SavedView): string => timeKey(view.createdMs, view.id);
        return pageList(pageTokens, shown, key, page, [face, caller.name]);
      }),
    get: (caller, face, user, id) =>
      database.read((stores) => findOwn(stores, caller, face, user, id)),
    create: (caller, face, user, { validateOnly, ...fields }) =>
      database.write(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const checked = await checkView(stores, deps, face, fields);
        if (!checked.ok) return checked;
        if ((await stores.views.listByUser(caller.name)).length >= maxViews) {
          return err(invalidField("title", `there are ${maxViews} already`));
        }
        const made = { id: deps.newId(), user: caller.name, createdMs: deps.nowMs() };
        const view: SavedView = { ...fields, ...made };
        if (!validateOnly) await stores.views.insert(view);
        return ok(view);
      }),
    update: (caller, face, user, id, changes) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, face, user, id);
        if (!found.ok) return found;
        const view: SavedView = { ...found.value, ...changes };
        const checked = await checkView(stores, deps, face, view);
        if (!checked.ok) return checked;
        await stores.views.update(view);
        return ok(view);
      }),
    remove: (caller, face, user, id) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, face, user, id);
        if (!found.ok) return found;
        await stores.views.remove(id);
        return ok(null);
      }),
  };
}

function hasFace(view: SavedView, face: ViewFace): boolean {
  return face === "view" || (view.icon === null && view.filter.trim() !== "");
}

async function findOwn(
  stores: Pick<ReadStores, "users" | "views">,
  caller: Caller,
  face: ViewFace,
  user: string,
  id: string,
): Promise<Result<SavedView, AppError>> {
  const own = await findOwnAccount(stores.users, caller, user);
  if (!own.ok) return own;
  const view = await stores.views.find(id);
  const isThere = view !== null && view.user === caller.name && hasFace(view, face);
  return isThere ? ok(view) : err(notFound());
}

/** A filter is checked as it is kept: what was saved can be listed by. */
async function checkView(
  stores: Pick<ReadStores, "users">,
  deps: ViewDeps,
  face: ViewFace,
  { title, filter, icon }: ViewFields,
): Promise<Result<null, AppError>> {
  if (title.trim() === "") return err(invalidField("title", "is required"));
  if (title.length > maxTitleLength) return err(invalidField("title", "is too long"));
  if (face === "shortcut" && filter.trim() === "") {
    return err(invalidField("filter", "is required"));
  }
  if (icon !== null && !isIcon(icon)) {
    return err(invalidField("icon", "needs an emoji or the name of a Lucide icon"));
  }
  const plan = await compileMemoFilter(stores, filter, deps.nowMs());
  return plan.ok ? ok(null) : plan;
}

function isIcon(icon: ViewIcon): boolean {
  if ("emoji" in icon) return icon.emoji.trim() !== "" && [...icon.emoji].length <= 16;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(icon.lucide) && icon.lucide.length <= 64;
}
