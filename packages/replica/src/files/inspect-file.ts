import type { InspectMedia } from "@tidemark/core/attachment";
import { fileTypeFromBuffer } from "file-type";

/**
 * What a device finds out about a file itself: its type, by its first bytes, where the page knew
 * none. Sizes are measured by the page, which shows the file anyway; what cameras write into files
 * stays as it came, for only a server is asked to wipe it (see the port).
 */
export const inspectFile: InspectMedia = async (blob, { type }) => {
  const found = type === "" ? await fileTypeFromBuffer(await blob.read(0, 64 * 1024)) : undefined;
  const byContent = found?.mime ?? "application/octet-stream";
  return { type: type === "" ? byContent : type, metadata: null, motion: null };
};
