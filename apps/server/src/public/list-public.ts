import type { AppError, Result } from "@tidemark/core";
import { type MemoListPage, newestFirst } from "@tidemark/core/memo";
import { type MemoRecord, signedOutCaller } from "@tidemark/core/model";
import { userName } from "@tidemark/core/names";
import type { Services } from "../services/services.ts";
import type { PublicPlace } from "./public-place.ts";

/** True if people without an account may read what is public. */
export function isOpenToAll({ instance }: Pick<Services, "instance">): boolean {
  return instance.current().GENERAL.publicAccess;
}

/** Returns a page of public memos, newest first. Requires `isOpenToAll`. */
export async function listPublic(
  { memos }: Pick<Services, "memos">,
  { username, tag }: PublicPlace,
  { pageSize, pageToken = "" }: { readonly pageSize: number; readonly pageToken?: string },
): Promise<Result<MemoListPage, AppError>> {
  const filter = [
    ...(username === null ? [] : [`creator == ${JSON.stringify(userName(username))}`]),
    ...(tag === null ? [] : [`tag in [${JSON.stringify(tag)}]`]),
  ].join(" && ");
  return memos.list(signedOutCaller, {
    state: "NORMAL",
    trash: "none",
    order: newestFirst,
    filter,
    parent: null,
    among: "everybody",
    pageSize,
    pageToken,
  });
}

/** Returns a public memo; null if it is archived, not public or not there. Requires `isOpenToAll`. */
export async function findPublic(
  { memos }: Pick<Services, "memos">,
  id: string,
): Promise<MemoRecord | null> {
  const found = await memos.get(signedOutCaller, id, { showDeleted: false });
  return found.ok && found.value.state === "NORMAL" ? found.value : null;
}

/** Returns the title of a place, and what is said below it; "" for nothing. */
export async function describePlace(
  { database, instance }: Pick<Services, "database" | "instance">,
  { username, tag }: PublicPlace,
): Promise<{ readonly title: string; readonly lead: string }> {
  const { title, description } = instance.current().GENERAL;
  const user =
    username === null ? null : await database.read(({ users }) => users.findByUsername(username));
  const name = username === null ? title : user?.displayName.trim() || username;
  if (tag !== null) return { title: `${name} · #${tag}`, lead: "" };
  return { title: name, lead: username === null ? description : (user?.description ?? "") };
}
