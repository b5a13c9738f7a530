import type { InspectMedia } from "@tidemark/core/attachment";
import { pictureSize, sizeWithin } from "./picture-size.ts";

/**
 * Inspects a file on the device: detects its type by its first bytes if that is unknown, and the size of a
 * picture, which a list reserves for it. The page measures videos and other pictures, since it displays them
 * anyway; an import doesn't. Camera metadata stays; only a server strips it (see `InspectMedia`).
 */
export const inspectFile: InspectMedia = async (blob, { type }) => {
  const isPicture = type === "" || type.startsWith("image/");
  const bytes = isPicture ? await blob.read(0, sizeWithin) : new Uint8Array();
  const known = type === "" ? await typeOf(bytes.subarray(0, 64 * 1024)) : type;
  const size = known.startsWith("image/") ? pictureSize(bytes) : null;
  return { type: known, metadata: size, motion: null };
};

async function typeOf(firstBytes: Uint8Array): Promise<string> {
  // Loaded when it is needed: it would be a tenth of a browser's worker.
  const { fileTypeFromBuffer } = await import("file-type");
  return (await fileTypeFromBuffer(firstBytes))?.mime ?? "application/octet-stream";
}
