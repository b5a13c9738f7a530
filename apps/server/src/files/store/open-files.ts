import { join } from "node:path";
import type { ServerDatabase } from "@tidemark/core";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { Files } from "./files.ts";
import type { S3Config } from "../../cli/s3-options.ts";
import { folderMarker, type StoreMarker } from "./store-marker.ts";
import { openFolderPieces } from "../uploads/folder-pieces.ts";
import { openLocalUploads } from "../uploads/local-uploads.ts";
import type { UploadPieces } from "../uploads/upload-pieces.ts";
import type { Uploads } from "../uploads/uploads.ts";
import { createThumbnails } from "../raster/thumbnails.ts";

interface FilesOptions {
  readonly s3?: S3Config | null;
  /** Where content and uploads are, when not in the data folder. */
  readonly files?: string | null;
  /** What other processes of the instance share with this one; null: there are none. */
  readonly shared?: ServerDatabase | null;
  readonly nowMs?: () => number;
}

/**
 * The files of a server, in its data folder or another one; content also in a bucket. What is half
 * uploaded goes there as well where several processes share it.
 */
export async function openFiles(
  dataFolder: string,
  { s3 = null, files = null, shared = null, nowMs = Date.now }: FilesOptions = {},
): Promise<Files> {
  const place = files ?? dataFolder;
  const uploads = join(place, "uploads");
  const thumbnailsOf = (blobs: Files["blobs"]) =>
    createThumbnails(join(dataFolder, "thumbnails"), blobs);
  const openUploads = async (openPieces: () => Promise<UploadPieces>): Promise<Uploads> => {
    if (shared === null) return openLocalUploads(uploads);
    const { openSharedUploads } = await import("../uploads/shared-uploads.ts");
    return openSharedUploads({ database: shared, nowMs, pieces: await openPieces() });
  };
  if (s3 === null) {
    const blobs = await openFolderBlobStore(join(place, "blobs"), {
      nowMs,
      isShared: shared !== null,
    });
    return {
      blobs,
      thumbnails: thumbnailsOf(blobs),
      uploads: await openUploads(() => openFolderPieces(uploads)),
    };
  }
  // The client of S3 is large, and few servers need it.
  const { openS3Store } = await import("./open-s3-store.ts");
  // What is on its way to a bucket is this process's alone.
  const { blobs, pieces } = await openS3Store(join(dataFolder, "blobs"), { s3, shared, nowMs });
  return {
    blobs,
    thumbnails: thumbnailsOf(blobs),
    uploads: await openUploads(async () => pieces),
  };
}

/** What says whose the store of files is. */
export async function openMarker(files: string, s3: S3Config | null): Promise<StoreMarker> {
  return s3 === null ? folderMarker(files) : (await import("./s3-marker.ts")).s3Marker(s3);
}
