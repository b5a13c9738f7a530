import type { DeviceReadStores, DeviceWriteStores } from "../../stores/device-database.ts";
import type { Hello } from "../protocol/messages.ts";
import { defineMeta } from "../../stores/meta/define-meta.ts";
import { number } from "../../stores/meta/meta-form.ts";

const uploadKey = defineMeta("server_upload_bytes", number);

/** Keeps what the server said of its limits, so that it holds without a network too. */
export async function noteServerLimits(
  { meta }: Pick<DeviceWriteStores, "meta">,
  { uploadBytes }: Hello["limits"],
): Promise<void> {
  await meta.set(uploadKey, uploadBytes ?? null);
}

/** Largest file that the server takes, bytes; null where it has not said. */
export function serverUploadBytes({
  meta,
}: Pick<DeviceReadStores, "meta">): Promise<number | null> {
  return meta.get(uploadKey);
}
