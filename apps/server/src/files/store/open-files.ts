import { join } from "node:path";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { Files } from "./files.ts";
import type { S3Config } from "../../cli/s3-options.ts";
import { folderMarker, type StoreMarker } from "./store-marker.ts";
import { openLocalUploads } from "../uploads/local-uploads.ts";
import { createThumbnails } from "../raster/thumbnails.ts";

export interface FilesOptions {
  readonly s3?: S3Config | null;
  /** Folder of content and uploads, if not the data folder. */
  readonly files?: string | null;
  readonly nowMs?: () => number;
}

/**
 * Opens the files of a server in its data folder or another one, or with content in a bucket. Unfinished
 * uploads belong to this process; processes that share files use `openSharedFiles`.
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
  // Imported lazily: the S3 client is large, and few servers use it.
  const { openS3Store } = await import("./open-s3-store.ts");
  // The staging folder belongs to this process alone.
  return (await openS3Store(join(dataFolder, "blobs"), { s3 })).blobs;
}

/** Opens the marker that names the instance which owns the file store. */
export async function openMarker(files: string, s3: S3Config | null): Promise<StoreMarker> {
  return s3 === null ? folderMarker(files) : (await import("./s3-marker.ts")).s3Marker(s3);
}
