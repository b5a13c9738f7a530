import { z } from "zod";
import { jsonBytes } from "../bytes/utf8-length.ts";
import { type AppError, filterRefused, invalidField } from "../error/errors.ts";
import { nameUsers } from "../filter/index.ts";
import type { Caller } from "../model/caller.ts";
import { compileMemoFilter } from "../memo/list-memos.ts";
import type { ReadStores } from "../stores/database.ts";
import type { Register } from "../merge/register.ts";
import { isResourceId } from "../names/names.ts";
import { err, ok, type Result } from "../error/result.ts";
import { timeMsSchema } from "../merge/memo-fields.ts";
import type { RegisterValue } from "../merge/register-op.ts";
import type { SavedView, ViewIcon } from "./saved-view.ts";

export type ViewFields = Pick<SavedView, "title" | "filter" | "icon">;

const maxTitleLength = 256;
/** Maximum number of views: small enough to load all of them for a list. */
export const maxViews = 1000;

/** Maximum size of a view as JSON in bytes, including fields of newer versions. */
const maxViewBytes = 16 * 1024;
/** Bound for `order` in both directions; leaves room for many moves between any two views. */
const maxOrder = 1e15;

/** Fields of newer versions stay in the register. */
const viewValueSchema = z.looseObject({
  title: z.string(),
  filter: z.string(),
  icon: z.union([z.object({ emoji: z.string() }), z.object({ lucide: z.string() })]).nullable(),
  createdMs: z.int(),
  order: z.number().optional(),
});

/** The same schema, with bounds for values from a device. */
const assertedViewSchema = viewValueSchema.extend({
  createdMs: timeMsSchema,
  order: z.number().min(-maxOrder).max(maxOrder).optional(),
});

/** Returns null if the view was removed or this version can't read it. */
export function registerToView({ id, user, value }: Register): SavedView | null {
  const read = viewValueSchema.safeParse(value);
  if (!read.success) return null;
  const { title, filter, icon, createdMs, order = createdMs } = read.data;
  return { id, user, title, filter, icon, createdMs, order };
}

/** Checks whether a device may store a view as it sent it. */
export async function checkViewValue(
  stores: Pick<ReadStores, "userNumbers" | "registers">,
  caller: Caller,
  { entity: id, value }: { readonly entity: string; readonly value: RegisterValue },
  nowMs: number,
): Promise<Result<null, AppError>> {
  const read = assertedViewSchema.safeParse(value);
  if (!read.success || !isResourceId(id)) return err(invalidField("view", "is not a view"));
  const size = checkViewSize(value);
  if (!size.ok) return size;
  const known = await stores.registers.find(caller.name, "view", id);
  const isNew = known === null || known.value === null;
  if (isNew && (await stores.registers.count(caller.name, "view", "")) >= maxViews) {
    return err(tooMany());
  }
  const checked = await checkView(stores, nowMs, read.data);
  if (!checked.ok) return checked;
  // The view is stored as sent, and devices don't know numbers of users.
  const isNamed = checked.value.filter === read.data.filter;
  return isNamed ? ok(null) : err(invalidField("filter", 'write creator == "users/…"'));
}

export function checkViewSize(value: RegisterValue): Result<null, AppError> {
  if (jsonBytes(value) <= maxViewBytes) return ok(null);
  return err(
    invalidField("filter", `would make the view larger than ${maxViewBytes} bytes: shorten it`),
  );
}

export function tooMany(): AppError {
  return invalidField("title", `there are ${maxViews} already`);
}

/**
 * Returns the view in its stored form. The filter is validated in that form, with numeric user ids replaced
 * by names (`nameUsers`), so it works for lists on every device.
 */
export async function checkView(
  stores: Pick<ReadStores, "userNumbers">,
  nowMs: number,
  { title, filter: asked, icon }: ViewFields,
): Promise<Result<ViewFields, AppError>> {
  if (title.trim() === "") return err(invalidField("title", "is required"));
  if (title.length > maxTitleLength) return err(invalidField("title", "is too long"));
  if (icon !== null && !isIcon(icon)) {
    return err(invalidField("icon", "needs an emoji or the name of a Lucide icon"));
  }
  const plan = await compileMemoFilter(stores, asked, nowMs);
  if (!plan.ok) return plan;
  const named = await nameUsers(asked, stores.userNumbers.usernameOf);
  if (!named.ok) return err(filterRefused(named.error));
  const filter = named.value;
  const kept = filter === asked ? plan : await compileMemoFilter(stores, filter, nowMs);
  return kept.ok ? ok({ title, filter, icon }) : kept;
}

function isIcon(icon: ViewIcon): boolean {
  if ("emoji" in icon) return icon.emoji.trim() !== "" && [...icon.emoji].length <= 16;
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/i.test(icon.lucide) && icon.lucide.length <= 64;
}
