import { S3Client } from "@aws-sdk/client-s3";
import type { S3Config } from "../../cli/s3-options.ts";

const say = (): void => {};
const silent = { trace: say, debug: say, info: say, warn: say, error: say };

/** A client for a service that speaks S3. Credentials come from where the AWS SDK looks for them. */
export function openS3Client(
  { endpoint, region }: Pick<S3Config, "endpoint" | "region">,
  { maxAttempts = 3 }: { readonly maxAttempts?: number } = {},
): S3Client {
  return new S3Client({
    region,
    maxAttempts,
    // Services other than Amazon's seldom have a host name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Others refuse the checksum trailers that Amazon takes; the hash is sent as a header instead.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // What fails is told by whoever asked; by itself the SDK writes to the console.
    logger: silent,
    // A service that says nothing more would hold up an upload for ever.
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000 },
  });
}
