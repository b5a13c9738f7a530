import { join } from "node:path";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { Files } from "./files.ts";
import type { S3Config } from "../../cli/config.ts";
import { folderMarker, type StoreMarker } from "./store-marker.ts";
import { openUploads } from "./uploads.ts";
import { createThumbnails } from "../raster/thumbnails.ts";

interface FilesOptions {
  readonly s3?: S3Config | null;
  /** Where content and uploads are, when not in the data folder. */
  readonly files?: string | null;
  readonly nowMs?: () => number;
}

/** The files of a server, in its data folder or another one; content also in a bucket. */
export async function openFiles(
  dataFolder: string,
  { s3 = null, files = null, ...options }: FilesOptions = {},
): Promise<Files> {
  // What is on its way to a bucket is this process's alone.
  const folder = join(s3 === null ? (files ?? dataFolder) : dataFolder, "blobs");
  const blobs =
    s3 === null
      ? await openFolderBlobStore(folder, options)
      : // The client of S3 is large, and few servers need it.
        await (await import("./s3-blob-store.ts")).openS3BlobStore(folder, s3);
  const thumbnails = createThumbnails(join(dataFolder, "thumbnails"), blobs);
  return { blobs, thumbnails, uploads: await openUploads(files ?? dataFolder) };
}

/** What says whose the store of files is. */
export async function openMarker(files: string, s3: S3Config | null): Promise<StoreMarker> {
  return s3 === null ? folderMarker(files) : (await import("./s3-marker.ts")).s3Marker(s3);
}
