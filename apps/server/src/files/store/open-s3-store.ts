import type { BlobStore } from "@tidemark/core/attachment";
import type { S3Config } from "../../cli/s3-options.ts";
import { openS3BlobStore, type Removals } from "./s3-blob-store.ts";
import { type Bucket, openBucket } from "./s3-bucket.ts";

/** File store in a bucket. */
export interface S3Store extends Disposable {
  readonly blobs: BlobStore;
  readonly bucket: Bucket;
}

/** Rejects if the bucket can't be reached with the configured credentials. */
export async function openS3Store(
  folder: string,
  { s3, removals = null }: { readonly s3: S3Config; readonly removals?: Removals | null },
): Promise<S3Store> {
  const bucket = await openBucket(s3);
  return {
    blobs: await openS3BlobStore(folder, bucket, removals),
    bucket,
    [Symbol.dispose]: () => bucket[Symbol.dispose](),
  };
}
