import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { openFolderBlobStore } from "@tidemark/db/node";
import { expect, onTestFinished, test } from "vitest";
import { createBlobClient } from "./blob-client.ts";

test("continues an upload only at its server, whatever address the response names", async () => {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-blobs-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const content = Buffer.from("the tide table");
  const sha256 = createHash("sha256").update(content).digest("hex");
  const blobs = await openFolderBlobStore(dir, {});
  const staged = await blobs.stage(Readable.from([content]), 1000);
  if (!staged.ok) throw new Error("it is not that long");
  await staged.value.keep();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      requests.push(`${request.method} ${request.url} ${body.toString()}`.trim());
      response.setHeader("tus-resumable", "1.0.0");
      if (request.method === "POST") {
        response.writeHead(201, { location: "http://127.0.0.1:9/elsewhere/u1" }).end();
      } else response.writeHead(204, { "upload-offset": String(body.length) }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const client = createBlobClient({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    credential: { bearer: "token" },
    blobs,
    lackingBlobs: async (hashes) => hashes,
    signal: new AbortController().signal,
  });
  const begun: string[] = [];
  const file = { filename: "a.txt", type: "text/plain", sizeBytes: content.length, sha256 };
  const sent = await client.upload(
    { ...file, url: null },
    { onUrl: async (url) => void begun.push(url), onSent: () => undefined },
  );
  expect(sent).toEqual({ type: "done" });
  expect(begun).toEqual(["u1"]);
  expect(requests).toEqual(["POST /sync/blobs", "PATCH /sync/blobs/u1 the tide table"]);
});
