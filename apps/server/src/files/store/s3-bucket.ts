import { createReadStream } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { appError, AppFailure } from "@tidemark/core";
import type { ByteRange } from "@tidemark/core/attachment";
import type { S3Config } from "../../cli/s3-options.ts";
import { openS3Client } from "./s3-client.ts";

/**
 * Objects of a bucket, limited to features that all S3 services have: no conditional writes and no multipart
 * uploads. Fails with UNAVAILABLE if the service fails after several tries.
 */
export interface Bucket extends Disposable {
  put(key: string, content: FileContent): Promise<void>;
  /** Returns its content; null if it doesn't exist. */
  get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | null>;
  /** Returns the time of the last write; null if it doesn't exist. */
  writtenMs(key: string): Promise<number | null>;
  /** Returns its length in bytes; null if it doesn't exist. */
  sizeBytes(key: string): Promise<number | null>;
  /** Sets the write time of an object to now. Returns false if it doesn't exist. */
  renew(key: string): Promise<boolean>;
  /** Deletes an object; does nothing if it doesn't exist. */
  remove(key: string): Promise<void>;
  /** Deletes an object without retries, and waits at most `deadlineMs`. */
  removeOnce(key: string, deadlineMs: number): Promise<void>;
  /** Yields the objects whose key begins with `prefix`, sorted by key. */
  list(prefix: string): AsyncIterable<{ readonly key: string; readonly writtenMs: number }>;
}

/** File to store as an object. */
export interface FileContent {
  readonly file: string;
  readonly sizeBytes: number;
  /** Hex. */
  readonly sha256: string;
}

/** Number of tries of an upload, because the SDK doesn't retry streams. */
const putTries = 3;
const putPauseMs = 200;

/** Rejects if the bucket can't be reached with the configured credentials. */
export async function openBucket(config: S3Config): Promise<Bucket> {
  const client = openS3Client(config);
  const { bucket } = config;
  await client.send(new HeadBucketCommand({ Bucket: bucket }));
  // The SDK can't set the number of tries per request.
  const impatient = openS3Client(config, { maxAttempts: 1 });
  const object = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    put: (key, content) =>
      answered(async () => {
        for (let tries = 1; ; tries += 1) {
          try {
            await putOnce(client, object(key), content);
            return;
          } catch (error) {
            if (tries === putTries || isRefusal(error)) throw error;
            await sleep(putPauseMs * 2 ** tries);
          }
        }
      }),
    get: (key, range) =>
      foundOrNull(async () => {
        const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end - 1}`;
        const { Body } = await client.send(new GetObjectCommand({ ...object(key), Range }));
        // On Node a body is a `Readable`, although the SDK's type includes other platforms' streams.
        return Body as AsyncIterable<Uint8Array>;
      }),
    writtenMs: (key) =>
      foundOrNull(async () => {
        const head = await client.send(new HeadObjectCommand(object(key)));
        return head.LastModified?.getTime() ?? 0;
      }),
    sizeBytes: (key) =>
      foundOrNull(async () => {
        const { ContentLength } = await client.send(new HeadObjectCommand(object(key)));
        if (ContentLength === undefined)
          throw new Error(`the bucket returned no length for ${key}`);
        return ContentLength;
      }),
    async renew(key) {
      // Copies the object onto itself. Services refuse a copy that changes nothing.
      const anew = { CopySource: `${bucket}/${key}`, MetadataDirective: "REPLACE" } as const;
      const copied = await foundOrNull(() =>
        client.send(new CopyObjectCommand({ ...object(key), ...anew })),
      );
      return copied !== null;
    },
    async remove(key) {
      await foundOrNull(() => client.send(new DeleteObjectCommand(object(key))));
    },
    async removeOnce(key, deadlineMs) {
      const abortSignal = AbortSignal.timeout(deadlineMs);
      const deletion = new DeleteObjectCommand(object(key));
      await foundOrNull(() => impatient.send(deletion, { abortSignal }));
    },
    async *list(prefix) {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix });
      const next = pages[Symbol.asyncIterator]();
      for (;;) {
        const { done, value } = await answered(() => next.next());
        if (done === true) return;
        for (const { Key: key = "", LastModified } of value.Contents ?? []) {
          yield { key, writtenMs: LastModified?.getTime() ?? 0 };
        }
      }
    },
    [Symbol.dispose]: () => {
      client.destroy();
      impatient.destroy();
    },
  };
}

async function putOnce(
  client: S3Client,
  object: { readonly Bucket: string; readonly Key: string },
  { file, sizeBytes, sha256 }: FileContent,
): Promise<void> {
  const Body = createReadStream(file);
  const put = new PutObjectCommand({
    ...object,
    Body,
    ContentLength: sizeBytes,
    ChecksumSHA256: Buffer.from(sha256, "hex").toString("base64"),
  });
  // Signs the hash of the content, which every service verifies. Not all verify the checksum.
  put.middlewareStack.add(
    (next) => (args) => {
      const { headers } = args.request as { headers: Record<string, string> };
      headers["x-amz-content-sha256"] = sha256;
      return next(args);
    },
    { step: "build", name: "signContentHash" },
  );
  try {
    await client.send(put);
  } finally {
    Body.destroy();
  }
}

/** True if a retry would be refused too. */
function isRefusal(error: unknown): boolean {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  return status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;
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

/** Turns every failure into UNAVAILABLE; retries have already happened. */
async function answered<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const failure = new AppFailure(appError("UNAVAILABLE", "the file store isn't responding"));
    failure.cause = cause;
    throw failure;
  }
}
