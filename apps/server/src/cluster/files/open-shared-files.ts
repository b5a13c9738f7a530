import { join } from "node:path";
import type { ServerDatabase } from "@tidemark/core";
import { openFolderBlobStore } from "@tidemark/db/node";
import type { S3Config } from "../../cli/s3-options.ts";
import { createThumbnails } from "../../files/raster/thumbnails.ts";
import type { Files } from "../../files/store/files.ts";
import type { FilesOptions } from "../../files/store/open-files.ts";
import { openFolderPieces } from "./folder-pieces.ts";
import { createRemovals } from "./removals.ts";
import { openS3Pieces } from "./s3-pieces.ts";
import { openSharedUploads } from "./shared-uploads.ts";
import type { UploadPieces } from "./upload-pieces.ts";

interface SharedFilesOptions extends FilesOptions {
  readonly database: ServerDatabase;
}

/** Content and unfinished uploads, shared by all processes. */
interface SharedStore {
  readonly blobs: Files["blobs"];
  readonly pieces: UploadPieces;
}

/** Opens the files of an instance whose processes share them, in a folder or a bucket. */
export async function openSharedFiles(
  dataFolder: string,
  { database, s3 = null, files = null, nowMs = Date.now }: SharedFilesOptions,
): Promise<Files> {
  const { blobs, pieces } =
    s3 === null
      ? await openFolder(files ?? dataFolder, nowMs)
      : await openBucketStore(join(dataFolder, "blobs"), { s3, database, nowMs });
  return {
    blobs,
    thumbnails: createThumbnails(join(dataFolder, "thumbnails"), blobs),
    uploads: openSharedUploads({ database, nowMs, pieces }),
  };
}

async function openFolder(place: string, nowMs: () => number): Promise<SharedStore> {
  return {
    blobs: await openFolderBlobStore(join(place, "blobs"), { nowMs, isShared: true }),
    pieces: await openFolderPieces(join(place, "uploads")),
  };
}

async function openBucketStore(
  folder: string,
  {
    s3,
    database,
    nowMs,
  }: {
    readonly s3: S3Config;
    readonly database: ServerDatabase;
    readonly nowMs: () => number;
  },
): Promise<SharedStore> {
  // Imported lazily: the S3 client is large, and few servers use it.
  const { openS3Store } = await import("../../files/store/open-s3-store.ts");
  const removals = createRemovals(database, nowMs);
  const { blobs, bucket } = await openS3Store(folder, { s3, removals });
  return { blobs, pieces: await openS3Pieces(join(folder, "pieces"), bucket) };
}
