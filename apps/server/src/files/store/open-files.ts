import { join } from "node:path";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { Files } from "./files.ts";
import type { S3Config } from "../../cli/s3-options.ts";
import { folderMarker, type StoreMarker } from "./store-marker.ts";
import { openLocalUploads } from "../uploads/local-uploads.ts";
import { createThumbnails } from "../raster/thumbnails.ts";

export interface FilesOptions {
  readonly s3?: S3Config | null;
  /** Where content and uploads are, when not in the data folder. */
  readonly files?: string | null;
  readonly nowMs?: () => number;
}

/**
 * The files of a server, in its data folder or another one; content also in a bucket. What is half
 * uploaded is this process's alone: processes that share the files open them by `openSharedFiles`.
 */
export async function openFiles(
  dataFolder: string,
  { s3 = null, files = null, nowMs = Date.now }: FilesOptions = {},
): Promise<Files> {
  const place = files ?? dataFolder;
  const blobs =
    s3 === null
      ? await openFolderBlobStore(join(place, "blobs"), { nowMs })
      : await openBucketBlobs(dataFolder, s3);
  return {
    blobs,
    thumbnails: createThumbnails(join(dataFolder, "thumbnails"), blobs),
    uploads: await openLocalUploads(join(place, "uploads")),
  };
}

async function openBucketBlobs(dataFolder: string, s3: S3Config): Promise<Files["blobs"]> {
  // The client of S3 is large, and few servers need it.
  const { openS3Store } = await import("./open-s3-store.ts");
  // What is on its way to a bucket is this process's alone.
  return (await openS3Store(join(dataFolder, "blobs"), { s3 })).blobs;
}

/** What says whose the store of files is. */
export async function openMarker(files: string, s3: S3Config | null): Promise<StoreMarker> {
  return s3 === null ? folderMarker(files) : (await import("./s3-marker.ts")).s3Marker(s3);
}
