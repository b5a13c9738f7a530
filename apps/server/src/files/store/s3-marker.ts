import { GetObjectCommand, PutObjectCommand, S3ServiceException } from "@aws-sdk/client-s3";
import type { S3Config } from "../../cli/s3-options.ts";
import { openS3Client } from "./s3-client.ts";
import type { StoreMarker } from "./store-marker.ts";

/** Returns the marker of a bucket. Reading it rejects if the bucket can't be reached. */
export function s3Marker(config: S3Config): StoreMarker {
  const client = openS3Client(config);
  const object = { Bucket: config.bucket, Key: "blobs/instance" };
  return {
    place: `s3://${object.Bucket}/${object.Key}`,
    async read() {
      try {
        const { Body } = await client.send(new GetObjectCommand(object));
        return ((await Body?.transformToString()) ?? "").trim();
      } catch (error) {
        if (error instanceof S3ServiceException && error.name === "NoSuchKey") return null;
        throw error;
      }
    },
    async make(instance) {
      const put = { ...object, Body: `${instance}\n` };
      try {
        await client.send(new PutObjectCommand({ ...put, IfNoneMatch: "*" }));
      } catch (error) {
        // Another process or instance created it first.
        if (isAnswer(error, 412)) return;
        if (!isAnswer(error, 501)) throw error;
        // The service has no conditional writes: of two instances that write at once, the last one wins.
        await client.send(new PutObjectCommand(put));
      }
    },
    [Symbol.dispose]: () => client.destroy(),
  };
}

function isAnswer(error: unknown, status: number): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === status;
}
