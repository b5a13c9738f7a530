import type { ReadStores, WriteStores } from "../../stores/database.ts";
import type { Hello } from "../protocol/messages.ts";

const uploadKey = "server_upload_bytes";

/** Keeps what the server said of its limits, so that it holds without a network too. */
export async function noteServerLimits(
  { meta }: Pick<WriteStores, "meta">,
  { uploadBytes }: Hello["limits"],
): Promise<void> {
  await meta.set(uploadKey, uploadBytes === undefined ? null : String(uploadBytes));
}

/** Largest file that the server takes, bytes; null where it has not said. */
export async function serverUploadBytes({
  meta,
}: Pick<ReadStores, "meta">): Promise<number | null> {
  const kept = await meta.get(uploadKey);
  return kept === null ? null : Number(kept);
}
