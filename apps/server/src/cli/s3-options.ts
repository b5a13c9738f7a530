import { err, ok, type Result } from "@tidemark/core";
import type { Command } from "commander";
import { option } from "./options.ts";
import { origin } from "./origin.ts";

/** Bucket for the content of attachments. */
export interface S3Config {
  readonly bucket: string;
  /** Address of an S3 service; `null` for Amazon. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** Adds the options for a bucket. */
export function addS3Options(command: Command): Command {
  return command
    .addOption(option("--s3-bucket <name>", "bucket for the content of attachments"))
    .addOption(
      option("--s3-endpoint <url>", "service that has the bucket, if not Amazon's").argParser(
        origin,
      ),
    )
    .addOption(option("--s3-region <name>", "region of the bucket").default("us-east-1"));
}

/** Reads the options for a bucket; null if none is given. The error is one line. */
export function readS3(command: Command): Result<S3Config | null, string> {
  const { s3Bucket, s3Endpoint, s3Region } = command.opts<{
    readonly s3Bucket?: string;
    readonly s3Endpoint?: string;
    readonly s3Region: string;
  }>();
  if (s3Bucket !== undefined) {
    return ok({ bucket: s3Bucket, endpoint: s3Endpoint ?? null, region: s3Region });
  }
  return s3Endpoint === undefined ? ok(null) : err("option '--s3-bucket' is missing");
}
