import { S3Client } from "@aws-sdk/client-s3";
import type { S3Config } from "../../cli/s3-options.ts";

const say = (): void => {};
const silent = { trace: say, debug: say, info: say, warn: say, error: say };

/** Opens a client for an S3 service. The AWS SDK looks up the credentials. */
export function openS3Client(
  { endpoint, region }: Pick<S3Config, "endpoint" | "region">,
  { maxAttempts = 3 }: { readonly maxAttempts?: number } = {},
): S3Client {
  return new S3Client({
    region,
    maxAttempts,
    // Services other than Amazon's rarely have a host name for each bucket.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Other services refuse the checksum trailers that Amazon accepts; the hash is sent as a header instead.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    // Callers log failures; by default the SDK writes to the console.
    logger: silent,
    // Without timeouts, a service that stops responding would block an upload forever.
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 60_000 },
  });
}
