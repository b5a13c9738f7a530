import type { BlobStore } from "@tidemark/core/attachment";
import type { Thumbnails } from "../raster/thumbnails.ts";
import type { Uploads } from "../uploads/uploads.ts";

/** Storage of attachments. */
export interface Files {
  readonly blobs: BlobStore;
  readonly thumbnails: Thumbnails;
  readonly uploads: Uploads;
}
