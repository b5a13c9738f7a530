import type { DeviceReadStores, DeviceWriteStores } from "../../stores/device-database.ts";
import type { Hello } from "../protocol/messages.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { flag, number } from "../../stores/meta/meta-form.ts";

const uploadKey = defineMeta("server_upload_bytes", number);
const transcribesKey = defineMeta("server_transcribes", flag);
const hasOthersKey = defineMeta("server_has_others", flag);
const notifiesKey = defineMeta("server_notifies", flag);

/** Keeps what the server said of what it takes and does, so that it holds without a network too. */
export async function noteServerLimits(
  { meta }: Pick<DeviceWriteStores, "meta">,
  { limits, transcribes, hasOthers }: Pick<Hello, "limits" | "transcribes" | "hasOthers">,
): Promise<void> {
  await meta.set(uploadKey, limits.uploadBytes ?? null);
  await meta.set(transcribesKey, transcribes === true ? true : null);
  await noteOthers({ meta }, hasOthers === true);
  // One that says nothing of other people has no calls about what they do.
  await meta.set(notifiesKey, hasOthers === undefined ? null : true);
}

/** Whether the server can be asked for notifications: older ones know nothing of that. */
export async function serverNotifies({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(notifiesKey)) === true;
}

/** Keeps whether the server has people beside the user. */
export async function noteOthers(
  { meta }: Pick<DeviceWriteStores, "meta">,
  hasOthers: boolean,
): Promise<void> {
  await meta.set(hasOthersKey, hasOthers ? true : null);
}

/** Whether the server has people beside the user, as far as it has said. */
export async function serverHasOthers({ meta }: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(hasOthersKey)) === true;
}

/** Largest file that the server takes, bytes; null where it has not said. */
export function serverUploadBytes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<number | null> {
  return meta.get(uploadKey);
}

/** Whether the server has recordings written down. */
export async function serverTranscribes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<boolean> {
  return (await meta.get(transcribesKey)) === true;
}
