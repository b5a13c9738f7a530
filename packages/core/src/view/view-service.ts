import { type AppError, invalidField, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import { type Page, pageList, type PageRequest, timeKey } from "../paging/page-list.ts";
import type { PageTokens } from "../paging/page-token.ts";
import type { ServerDatabase, ServerReadStores } from "../stores/server-database.ts";
import { err, ok, type Result } from "../error/result.ts";
import { findOwnAccount } from "../access/find-user.ts";
import type { ViewFields } from "./check-view.ts";
import {
  createView,
  findView,
  listViews,
  type OwnViewDeps,
  removeView,
  updateView,
} from "./own-views.ts";
import type { SavedView } from "./saved-view.ts";

type Outcome<T> = Promise<Result<T, AppError>>;

/** A shortcut is a view without an icon that has a filter. */
export type ViewFace = "shortcut" | "view";

export interface ViewDeps extends OwnViewDeps {
  readonly database: ServerDatabase;
  readonly pageTokens: PageTokens;
}

export interface ViewName {
  /** Username or number. */
  readonly user: string;
  readonly id: string;
}

/**
 * Saved filters, with two APIs over one store. `user` is a username or number. NOT_FOUND for other users'
 * views, and for a view with an icon in the API of shortcuts.
 */
export interface ViewService {
  /** Lists views, oldest first. */
  list(caller: Caller, face: ViewFace, user: string, page: PageRequest): Outcome<Page<SavedView>>;
  get(caller: Caller, face: ViewFace, view: ViewName): Outcome<SavedView>;
  /** Creates a view. With `validateOnly` it only validates. */
  create(
    caller: Caller,
    face: ViewFace,
    user: string,
    input: ViewFields & { readonly validateOnly: boolean },
  ): Outcome<SavedView>;
  update(
    caller: Caller,
    face: ViewFace,
    view: ViewName,
    changes: Partial<ViewFields>,
  ): Outcome<SavedView>;
  remove(caller: Caller, face: ViewFace, view: ViewName): Outcome<null>;
}

export function createViewService(deps: ViewDeps): ViewService {
  const { database, pageTokens } = deps;

  return {
    list: (caller, face, user, page) =>
      database.read(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const shown = (await listViews(stores, caller)).filter((view) => hasFace(view, face));
        const key = (view: SavedView): string => timeKey(view.createdMs, view.id);
        return pageList(pageTokens, shown, key, { ...page, asked: [face, caller.name] });
      }),
    get: (caller, face, view) => database.read((stores) => findOwn(stores, caller, face, view)),
    create: (caller, face, user, input) =>
      database.write(async (stores) => {
        const own = await findOwnAccount(stores.users, caller, user);
        if (!own.ok) return own;
        const problem = checkFace(face, input);
        return problem === null ? createView({ stores, deps, caller }, input) : err(problem);
      }, caller),
    update: (caller, face, view, changes) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, face, view);
        if (!found.ok) return found;
        const problem = checkFace(face, { ...found.value, ...changes });
        return problem === null
          ? updateView({ stores, deps, caller }, view.id, changes)
          : err(problem);
      }, caller),
    remove: (caller, face, view) =>
      database.write(async (stores) => {
        const found = await findOwn(stores, caller, face, view);
        return found.ok ? removeView({ stores, deps, caller }, view.id) : found;
      }, caller),
  };
}

function hasFace(view: SavedView, face: ViewFace): boolean {
  return face === "view" || (view.icon === null && view.filter.trim() !== "");
}

function checkFace(face: ViewFace, { filter }: ViewFields): AppError | null {
  const isMissing = face === "shortcut" && filter.trim() === "";
  return isMissing ? invalidField("filter", "is required") : null;
}

async function findOwn(
  stores: Pick<ServerReadStores, "users" | "registers">,
  caller: Caller,
  face: ViewFace,
  { user, id }: ViewName,
): Promise<Result<SavedView, AppError>> {
  const own = await findOwnAccount(stores.users, caller, user);
  if (!own.ok) return own;
  const view = await findView(stores, caller, id);
  return view !== null && hasFace(view, face) ? ok(view) : err(notFound());
}
