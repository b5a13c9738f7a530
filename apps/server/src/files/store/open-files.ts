import { join } from "node:path";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { Files } from "./files.ts";
import type { S3Config } from "../../cli/config.ts";
import { openUploads } from "./uploads.ts";
import { createThumbnails } from "../raster/thumbnails.ts";

/** The files of a server, in its data folder; content also in a bucket. */
export async function openFiles(
  dataFolder: string,
  { s3 = null, ...options }: { readonly s3?: S3Config | null; readonly nowMs?: () => number } = {},
): Promise<Files> {
  const folder = join(dataFolder, "blobs");
  const blobs =
    s3 === null
      ? await openFolderBlobStore(folder, options)
      : // The client of S3 is large, and few servers need it.
        await (await import("./s3-blob-store.ts")).openS3BlobStore(folder, s3);
  const thumbnails = createThumbnails(join(dataFolder, "thumbnails"), blobs);
  return { blobs, thumbnails, uploads: await openUploads(dataFolder) };
}
