import { join } from "node:path";
import type { ServerDatabase } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import type { S3Config } from "../../cli/s3-options.ts";
import type { UploadPieces } from "../uploads/upload-pieces.ts";
import { createRemovals } from "./removals.ts";
import { openS3BlobStore } from "./s3-blob-store.ts";
import { openBucket } from "./s3-bucket.ts";
import { openS3Pieces } from "./s3-pieces.ts";

/** What lies in a bucket. */
export interface S3Store extends Disposable {
  readonly blobs: BlobStore;
  readonly pieces: UploadPieces;
}

/** Rejects when the bucket cannot be reached with the credentials that there are. */
export async function openS3Store(
  folder: string,
  {
    s3,
    shared = null,
    nowMs = Date.now,
  }: {
    readonly s3: S3Config;
    readonly shared?: ServerDatabase | null;
    readonly nowMs?: () => number;
  },
): Promise<S3Store> {
  const bucket = await openBucket(s3);
  const removals = shared === null ? null : createRemovals(shared, nowMs);
  return {
    blobs: await openS3BlobStore(folder, bucket, removals),
    pieces: await openS3Pieces(join(folder, "pieces"), bucket),
    [Symbol.dispose]: () => bucket[Symbol.dispose](),
  };
}
