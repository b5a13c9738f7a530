import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, test, vi } from "vitest";
import { openBucket } from "../../src/files/store/s3-bucket.ts";
import { tokenOf } from "../answers.ts";
import { all, read, sha } from "../files/blobs.ts";
import { newBucket, startS3rver, useCredentials } from "../files/s3-services.ts";
import { isPostgres, openTempPostgres } from "../temp-postgres-database.ts";
import { text } from "./tus-client.ts";

const main = resolve(import.meta.dirname, "../../src/main.ts");
const password = "correct horse battery";

interface Process {
  readonly url: string;
  readonly child: ChildProcess;
}

async function startProcess(data: string, args: readonly string[]): Promise<Process> {
  const child = spawn(process.execPath, [main, "--data", data, "--port", "0", ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^Tidemark server: (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error("the server did not start");
}

describe.skipIf(!isPostgres)("a server that is killed during an upload", () => {
  test("leaves it to another one, which resumes from the bucket", async () => {
    await using service = await startS3rver();
    using _ = useCredentials(service);
    const s3 = await newBucket(service);
    await using postgres = await openTempPostgres({});
    const folder = mkdtempSync(join(tmpdir(), "tidemark-killed-"));
    const [one, two] = [join(folder, "one"), join(folder, "two")];
    const args = [
      ...["--database", postgres.url],
      ...["--s3-bucket", s3.bucket, "--s3-endpoint", service.endpoint],
      ...["--admin-username", "alice", "--admin-password", password],
    ];
    const first = await startProcess(one, args);
    mkdirSync(two, { mode: 0o700 });
    copyFileSync(join(one, "secret.key"), join(two, "secret.key"));
    const second = await startProcess(two, args);
    try {
      const bearer = await signIn(first);
      const bytes = text(30_000_000);
      const ask = (
        method: string,
        path: string,
        headers: Record<string, string>,
        body?: Uint8Array<ArrayBuffer>,
      ) =>
        fetch(second.url + path, {
          method,
          headers: { authorization: `Bearer ${bearer}`, "tus-resumable": "1.0.0", ...headers },
          ...(body !== undefined && { body }),
        });
      const metadata = Object.entries({ filename: "a.txt", type: "text/plain", sha256: sha(bytes) })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
        .join(",");
      const made = await ask("POST", "/sync/blobs", {
        "upload-length": String(bytes.length),
        "upload-metadata": metadata,
      });
      const path = made.headers.get("location") ?? "";
      const offsetAt = async (): Promise<number> =>
        Number((await ask("HEAD", path, {})).headers.get("upload-offset"));

      // The second piece is acknowledged, the third is being sent.
      sendSome(first, { path, bearer, bytes, some: 20_000_000 });
      await vi.waitFor(async () => expect(await offsetAt()).toBeGreaterThan(16_000_000), 60_000);
      first.child.kill("SIGKILL");
      await once(first.child, "exit");

      const offset = await offsetAt();
      expect(offset).toBeLessThan(20_000_000);
      const rest = bytes.slice(offset);
      const sent = await ask(
        "PATCH",
        path,
        { "upload-offset": String(offset), "content-type": "application/offset+octet-stream" },
        rest,
      );
      expect(sent.status).toBe(204);
      using bucket = await openBucket(s3);
      const hash = sha(bytes);
      const content = await bucket.get(`blobs/${hash}`);
      expect(await read(content)).toBe(Buffer.from(bytes).toString());
      expect(await all(bucket.list("uploads/"))).toEqual([]);
    } finally {
      for (const { child } of [first, second]) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    }
  }, 180_000);
});

async function signIn({ url }: Process): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/signin`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "alice", password }),
  });
  return tokenOf(response);
}

/** Starts to send all bytes, and stops after `some`. */
function sendSome(
  { url }: Process,
  { path, bearer, bytes, some }: { path: string; bearer: string; bytes: Uint8Array; some: number },
): void {
  const sending = request(url + path, {
    method: "PATCH",
    headers: {
      authorization: `Bearer ${bearer}`,
      "tus-resumable": "1.0.0",
      "upload-offset": "0",
      "content-type": "application/offset+octet-stream",
      "content-length": String(bytes.length),
    },
  });
  // The server is killed, so the request fails.
  sending.on("error", () => {});
  sending.write(bytes.subarray(0, some));
}
