import type { InspectMedia } from "@tidemark/core/attachment";
import { fileTypeFromBuffer } from "file-type";

/**
 * Inspects a file on the device: detects its type by its first bytes if the page didn't know it. The page
 * measures sizes, since it displays the file anyway. Camera metadata stays; only a server strips it (see
 * `InspectMedia`).
 */
export const inspectFile: InspectMedia = async (blob, { type }) => {
  const found = type === "" ? await fileTypeFromBuffer(await blob.read(0, 64 * 1024)) : undefined;
  const byContent = found?.mime ?? "application/octet-stream";
  return { type: type === "" ? byContent : type, metadata: null, motion: null };
};
