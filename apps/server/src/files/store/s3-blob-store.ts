import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { appError, AppFailure } from "@tidemark/core";
import type { BlobStore } from "@tidemark/core/attachment";
import { stageFile } from "@tidemark/db/node";
import type { S3Config } from "../../cli/config.ts";
import { openS3Client } from "./s3-client.ts";

const prefix = "blobs/";
const keyPattern = /^blobs\/([0-9a-f]{64})$/;

/**
 * A blob store in a bucket that this server alone writes: `blobs/<hash>`. What arrives is staged in
 * `folder`, which is emptied here. Credentials come from where the AWS SDK looks for them. Rejects
 * when the bucket cannot be reached with them; later a service that fails is UNAVAILABLE.
 */
export async function openS3BlobStore(
  folder: string,
  config: S3Config,
): Promise<BlobStore & Disposable> {
  const staging = join(folder, "staged");
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
  const { bucket } = config;
  const client = openS3Client(config);
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
  const object = (sha256: string) => ({ Bucket: bucket, Key: `${prefix}${sha256}` });

  // Keeping and removing take turns, so that content that is kept again is not removed meanwhile.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };

  const keptAtMs = (sha256: string): Promise<number | null> =>
    foundOrNull(async () => {
      const head = await client.send(new HeadObjectCommand(object(sha256)));
      return head.LastModified?.getTime() ?? 0;
    });

  async function refresh(sha256: string): Promise<boolean> {
    if ((await keptAtMs(sha256)) === null) return false;
    // A copy onto itself makes it new again, for who removes what is old.
    const CopySource = `${bucket}/${prefix}${sha256}`;
    const anew = { CopySource, MetadataDirective: "REPLACE" } as const;
    await answered(() => client.send(new CopyObjectCommand({ ...object(sha256), ...anew })));
    return true;
  }

  async function keep(file: string, sha256: string): Promise<void> {
    if (await refresh(sha256)) return;
    const { size } = await stat(file);
    const put = new PutObjectCommand({
      ...object(sha256),
      Body: createReadStream(file),
      ContentLength: size,
      ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
    });
    await answered(() => client.send(put));
  }

  return {
    async stage(source, maxBytes) {
      const file = join(staging, randomUUID());
      return stageFile(file, source, maxBytes, (sha256) => inTurn(() => keep(file, sha256)));
    },
    async open(sha256, range) {
      if (range !== undefined && range.end <= range.start) {
        return (await keptAtMs(sha256)) === null ? null : nothing();
      }
      const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end - 1}`;
      return foundOrNull(async () => {
        const { Body } = await client.send(new GetObjectCommand({ ...object(sha256), Range }));
        // On Node a body is a stream of the platform, whatever the SDK's other platforms have.
        return Body as AsyncIterable<Uint8Array>;
      });
    },
    has: async (sha256) => (await keptAtMs(sha256)) !== null,
    refresh: (sha256) => inTurn(() => refresh(sha256)),
    async *list() {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages) {
        for (const { Key = "" } of Contents) {
          const sha256 = keyPattern.exec(Key)?.[1];
          if (sha256 !== undefined) yield sha256;
        }
      }
    },
    remove: (sha256, keptBeforeMs) =>
      inTurn(async () => {
        const atMs = await keptAtMs(sha256);
        if (atMs === null || atMs >= keptBeforeMs) return false;
        await answered(() => client.send(new DeleteObjectCommand(object(sha256))));
        return true;
      }),
    [Symbol.dispose]: () => client.destroy(),
  };
}

async function foundOrNull<T>(work: () => Promise<T>): Promise<T | null> {
  return answered(async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404)
        return null;
      throw error;
    }
  });
}

/** The SDK has tried several times by now. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const failure = new AppFailure(appError("UNAVAILABLE", "the store of files does not answer"));
    failure.cause = cause;
    throw failure;
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
