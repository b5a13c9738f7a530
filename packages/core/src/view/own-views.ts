import { type AppError, notFound } from "../error/errors.ts";
import type { Caller } from "../model/caller.ts";
import type { ReadStores, WriteStores } from "../stores/database.ts";
import { changeRegister, type RegisterDeps } from "../commit/commit-register.ts";
import { err, ok, type Result } from "../error/result.ts";
import { checkView, maxViews, registerToView, tooMany, type ViewFields } from "./check-view.ts";
import type { SavedView, ViewIcon } from "./saved-view.ts";

export interface OwnViewDeps extends RegisterDeps {
  readonly newId: () => string;
}

type Stores = Pick<ReadStores, "registers">;

/** The caller's views, oldest first. */
export async function listViews(stores: Stores, caller: Caller): Promise<SavedView[]> {
  const views = (await stores.registers.list(caller.name, "view")).flatMap(
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

/** With `validateOnly` everything is checked and nothing is kept. */
export async function createView(
  stores: WriteStores,
  deps: OwnViewDeps,
  caller: Caller,
  { validateOnly, ...fields }: ViewFields & { readonly validateOnly: boolean },
): Promise<Result<SavedView, AppError>> {
  const createdMs = deps.clock.nowMs();
  const checked = await checkView(stores, createdMs, fields);
  if (!checked.ok) return checked;
  if ((await listViews(stores, caller)).length >= maxViews) return err(tooMany());
  const view: SavedView = { ...checked.value, id: deps.newId(), user: caller.name, createdMs };
  if (!validateOnly) await putView(stores, deps, caller, view);
  return ok(view);
}

/** NOT_FOUND for what is not there. */
export async function updateView(
  stores: WriteStores,
  deps: OwnViewDeps,
  caller: Caller,
  id: string,
  changes: Partial<ViewFields>,
): Promise<Result<SavedView, AppError>> {
  const known = await findView(stores, caller, id);
  if (known === null) return err(notFound());
  const checked = await checkView(stores, deps.clock.nowMs(), { ...known, ...changes });
  if (!checked.ok) return checked;
  const view: SavedView = { ...known, ...checked.value };
  await putView(stores, deps, caller, view);
  return ok(view);
}

export async function removeView(
  stores: WriteStores,
  deps: OwnViewDeps,
  caller: Caller,
  id: string,
): Promise<Result<null, AppError>> {
  if ((await findView(stores, caller, id)) === null) return err(notFound());
  await changeRegister(stores, deps, caller, { kind: "view.remove", entity: id });
  return ok(null);
}

/** What a newer version keeps of the view beside what is known here stays. */
async function putView(
  stores: WriteStores,
  deps: OwnViewDeps,
  caller: Caller,
  { id, title, filter, icon, createdMs }: SavedView,
): Promise<void> {
  const known = (await stores.registers.find(caller.name, "view", id))?.value;
  const rest = typeof known === "object" && !Array.isArray(known) ? known : null;
  const value = { ...rest, title, filter, icon: plainIcon(icon), createdMs };
  await changeRegister(stores, deps, caller, { kind: "view.put", entity: id, value });
}

function plainIcon(icon: ViewIcon | null): Record<string, string> | null {
  return icon === null ? null : { ...icon };
}
