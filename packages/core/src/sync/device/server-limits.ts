import type { DeviceReadStores, DeviceWriteStores } from "../../stores/device-database.ts";
import type { Hello } from "../protocol/messages.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { flag, number, text } from "../../stores/meta/meta-form.ts";

const uploadKey = defineMeta("server_upload_bytes", number);
const transcribesKey = defineMeta("server_transcribes", flag);
const hasOthersKey = defineMeta("server_has_others", flag);
const administersKey = defineMeta("server_administers", flag);
const titleKey = defineMeta("server_title", text);
const notifiesKey = defineMeta("server_notifies", flag);

/** Stores the server's limits, features and title for use while offline. */
export async function noteServerLimits(
  { meta }: Pick<DeviceWriteStores, "meta">,
  {
    limits,
    transcribes,
    hasOthers,
    user,
    title,
  }: Pick<Hello, "limits" | "transcribes" | "hasOthers" | "user" | "title">,
): Promise<void> {
  await meta.set(uploadKey, limits.uploadBytes ?? null);
  await meta.set(transcribesKey, transcribes === true ? true : null);
  await noteOthers({ meta }, hasOthers === true);
  await meta.set(administersKey, user.role === "ADMIN" ? true : null);
  await meta.set(titleKey, title ?? null);
  // Servers that don't send `hasOthers` don't support notifications either.
  await meta.set(notifiesKey, hasOthers === undefined ? null : true);
}

/** Returns true if the server supports notifications; older servers don't. */
export async function serverNotifies({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(notifiesKey)) === true;
}

/** Stores whether the server has other users. */
export async function noteOthers(
  { meta }: Pick<DeviceWriteStores, "meta">,
  hasOthers: boolean,
): Promise<void> {
  await meta.set(hasOthersKey, hasOthers ? true : null);
}

/** Returns true if the server has other users, according to its last answer. */
export async function serverHasOthers({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(hasOthersKey)) === true;
}

/** Returns true if the user is an administrator of the server, according to its last answer. */
export async function serverAdministers({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(administersKey)) === true;
}

/** Returns the name that the server gives the user's notebook, or null. */
export function serverTitle({ meta }: Pick<DeviceReadStores, "meta">): Promise<string | null> {
  return meta.get(titleKey);
}

/** Returns the maximum upload size in bytes, or null if the server hasn't sent one. */
export function serverUploadBytes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<number | null> {
  return meta.get(uploadKey);
}

/** Returns true if the server transcribes recordings. */
export async function serverTranscribes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(transcribesKey)) === true;
}
