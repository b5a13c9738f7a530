import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import S3rver from "s3rver";
import { vi } from "vitest";
import type { S3Config } from "../../src/cli/s3-options.ts";
import { openS3Client } from "../../src/files/store/s3-client.ts";

/** S3 server on loopback, over HTTP. */
export interface S3Service extends AsyncDisposable {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** Sets the AWS SDK's credentials to those of a service until disposed. */
export function useCredentials({ credentials }: S3Service): Disposable {
  vi.stubEnv("AWS_ACCESS_KEY_ID", credentials.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", credentials.secretAccessKey);
  return { [Symbol.dispose]: () => void vi.unstubAllEnvs() };
}

/** Creates a bucket; `useCredentials` must be active. */
export async function newBucket({ endpoint }: S3Service): Promise<S3Config> {
  const config = { bucket: `b-${randomUUID()}`, endpoint, region: "us-east-1" };
  const client = openS3Client(config);
  await client.send(new CreateBucketCommand({ Bucket: config.bucket }));
  client.destroy();
  return config;
}

export async function startS3rver(): Promise<S3Service> {
  const folder = mkdtempSync(join(tmpdir(), "tidemark-s3rver-"));
  const service = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [],
  });
  const { port } = await service.run();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    async [Symbol.asyncDispose]() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fault of a request: it fails, or succeeds but its response is lost. */
export type Fault = "refused" | "answer-lost";

export interface FaultyLine extends AsyncDisposable {
  readonly endpoint: string;
  /** Called for each request before it is forwarded; null means no fault. */
  fault: (method: string, path: string) => Fault | null | Promise<null>;
}

/** Starts a proxy to a service that can inject faults. */
export async function startFaultyLine(service: S3Service): Promise<FaultyLine> {
  const { hostname, port } = new URL(service.endpoint);
  const server = createServer((incoming, outgoing) => {
    const { method = "", url: path = "" } = incoming;
    void Promise.resolve(line.fault(method, path)).then((fault) => {
      if (fault === "refused") refuse(incoming, outgoing);
      else pass(incoming, outgoing, fault === "answer-lost");
    });
  });
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, isLost: boolean): void {
    const { method, url: path, headers } = incoming;
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      if (isLost) {
        answer.resume();
        answer.once("end", () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    onward.once("error", () => outgoing.destroy());
    incoming.pipe(onward);
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const line: FaultyLine = {
    endpoint,
    fault: () => null,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return line;
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  incoming.once("end", () => {
    outgoing.writeHead(503, { "content-type": "application/xml" });
    outgoing.end("<Error><Code>SlowDown</Code><Message>not now</Message></Error>");
  });
}
