import type { WriteContext } from "../commit/write-context.ts";
import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { ReadStores } from "../stores/database.ts";
import { maxListedBytes } from "../stores/register-store.ts";
import { changeRegister, type RegisterDeps } from "../commit/commit-register.ts";
import { err, ok, type Result } from "../error/result.ts";
import {
  checkView,
  checkViewSize,
  maxViews,
  registerToView,
  tooMany,
  type ViewFields,
} from "./check-view.ts";
import type { SavedView, ViewIcon } from "./saved-view.ts";

export interface OwnViewDeps extends RegisterDeps {
  readonly newId: () => string;
}

type Stores = Pick<ReadStores, "registers">;

/** Returns the caller's views, oldest first. */
export async function listViews(stores: Stores, caller: Caller): Promise<SavedView[]> {
  const views = (await stores.registers.list(caller.name, "view", maxListedBytes)).flatMap(
    (register) => registerToView(register) ?? [],
  );
  return views.toSorted((a, b) => a.createdMs - b.createdMs || (a.id < b.id ? -1 : 1));
}

export async function findView(
  stores: Stores,
  caller: Caller,
  id: string,
): Promise<SavedView | null> {
  const register = await stores.registers.find(caller.name, "view", id);
  return register === null ? null : registerToView(register);
}

/** Creates a view. With `validateOnly` it only validates. */
export async function createView(
  context: WriteContext<OwnViewDeps>,
  { validateOnly, ...fields }: ViewFields & { readonly validateOnly: boolean },
): Promise<Result<SavedView, AppError>> {
  const { stores, deps, caller } = context;
  const createdMs = deps.clock.nowMs();
  const checked = await checkView(stores, createdMs, fields);
  if (!checked.ok) return checked;
  if ((await listViews(stores, caller)).length >= maxViews) return err(tooMany());
  const view: SavedView = {
    ...checked.value,
    id: deps.newId(),
    user: caller.name,
    createdMs,
    order: createdMs,
  };
  const written = validateOnly ? checkViewSize(viewValue(view)) : await putView(context, view);
  return written.ok ? ok(view) : written;
}

/** Changes a view. NOT_FOUND if it doesn't exist. */
export async function updateView(
  context: WriteContext<OwnViewDeps>,
  id: string,
  changes: Partial<ViewFields>,
): Promise<Result<SavedView, AppError>> {
  const { stores, deps, caller } = context;
  const known = await findView(stores, caller, id);
  if (known === null) return err(notFound());
  const checked = await checkView(stores, deps.clock.nowMs(), { ...known, ...changes });
  if (!checked.ok) return checked;
  const view: SavedView = { ...known, ...checked.value };
  const put = await putView(context, view);
  return put.ok ? ok(view) : put;
}

/** Returns views in the order of the app. */
export function inOrder(views: readonly SavedView[]): SavedView[] {
  return views.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/**
 * Moves a view before another, or to the end for null. NOT_FOUND if either view doesn't exist. Changes only
 * the moved view, so that concurrent moves on two devices merge. Renumbers all views if no number is left
 * between its neighbours.
 */
export async function moveView(
  context: WriteContext<OwnViewDeps>,
  { id, before }: { readonly id: string; readonly before: string | null },
): Promise<Result<SavedView[], AppError>> {
  const { stores, caller } = context;
  const views = inOrder(await listViews(stores, caller));
  const moved = views.find((view) => view.id === id);
  const others = views.filter((view) => view.id !== id);
  const at = before === null ? others.length : others.findIndex((view) => view.id === before);
  if (moved === undefined || at === -1) return err(notFound());
  const order = between(others[at - 1]?.order, others[at]?.order);
  const after = others.toSpliced(at, 0, moved);
  const placed = after.map((view, index) => {
    if (order === null) return { ...view, order: index };
    return view === moved ? { ...view, order } : view;
  });
  for (const [index, view] of placed.entries()) {
    if (view.order === after[index]?.order) continue;
    const put = await putView(context, view);
    if (!put.ok) return put;
  }
  return ok(placed);
}

/** Returns a number between two; null if there is none. At an end, returns one at a distance of 1000. */
function between(low: number | undefined, high: number | undefined): number | null {
  if (low === undefined) return high === undefined ? 0 : high - 1000;
  if (high === undefined) return low + 1000;
  const middle = low + (high - low) / 2;
  return middle > low && middle < high ? middle : null;
}

export async function removeView(
  context: WriteContext<OwnViewDeps>,
  id: string,
): Promise<Result<null, AppError>> {
  const { stores, caller } = context;
  if ((await findView(stores, caller, id)) === null) return err(notFound());
  await changeRegister(context, { kind: "view.remove", entity: id });
  return ok(null);
}

/** Writes a view and preserves fields of newer versions. */
async function putView(
  context: WriteContext<OwnViewDeps>,
  view: SavedView,
): Promise<Result<null, AppError>> {
  const { stores, caller } = context;
  const { id } = view;
  const known = (await stores.registers.find(caller.name, "view", id))?.value;
  const rest = typeof known === "object" && !Array.isArray(known) ? known : null;
  const value = { ...rest, ...viewValue(view) };
  const size = checkViewSize(value);
  if (size.ok) await changeRegister(context, { kind: "view.put", entity: id, value });
  return size;
}

function viewValue({ title, filter, icon, createdMs, order }: SavedView) {
  // Views that were never moved have no order, as in versions without one.
  const place = order === createdMs ? {} : { order };
  return { title, filter, icon: plainIcon(icon), createdMs, ...place };
}

function plainIcon(icon: ViewIcon | null): Record<string, string> | null {
  return icon === null ? null : { ...icon };
}
