import type { Database } from "@tidemark/core";
import type { AttachmentDeps, InspectMedia } from "@tidemark/core/attachment";
import type { MemoDeps } from "@tidemark/core/memo";
import type { BlobStore } from "@tidemark/core/attachment";
import { place } from "./file-ledger.ts";

/** Wipes the location from a photo unless `keepsMetadata`. The wiped content has another hash. */
const inspectMedia: InspectMedia = async (blob, { type, keepsMetadata }) => {
  const start = Buffer.from(await blob.read(0, place.length));
  if (start.equals(place) && !keepsMetadata) await blob.overwrite(0, Buffer.alloc(place.length));
  return { type: type === "" ? "text/plain" : type, metadata: null, motion: null };
};

/**
 * Returns the dependencies of a replica's attachment service. A server wipes metadata, a device doesn't.
 */
export function attachmentDeps<Side extends Database>(
  memoDeps: MemoDeps<Side>,
  blobs: BlobStore,
  { keepsMetadata }: { readonly keepsMetadata: boolean },
): AttachmentDeps<Side> {
  return {
    memoDeps,
    blobs,
    inspectMedia,
    limits: () => ({ uploadBytes: 10_000_000, quotaBytesPerUser: 0 }),
    keepsMetadata: async () => keepsMetadata,
  };
}
