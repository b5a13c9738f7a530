import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readMoveCommand } from "../../apps/server/src/cli/move-command.ts";
import { move } from "../../apps/server/src/cluster/move/move.ts";
import {
  newBucket,
  startS3rver,
  useCredentials,
} from "../../apps/server/tests/files/s3-services.ts";
import { tempPostgres } from "../../scripts/postgres/temp-postgres.ts";
import { apiClient, signIn } from "../system/api-client.ts";
import { alice, serveHere } from "../system/in-process-server.ts";

let dir: string;
let data: string;
let database: string;
let resources: AsyncDisposableStack;

beforeEach(async () => {
  resources = new AsyncDisposableStack();
  dir = mkdtempSync(join(tmpdir(), "tidemark-moved-files-"));
  resources.defer(() => rmSync(dir, { recursive: true, force: true }));
  data = join(dir, "server");
  database = resources.use(await tempPostgres()).url;
});
afterEach(() => resources.disposeAsync());

/** Runs a server and adds three files. Returns their hashes, paths on disk, URL paths and bytes. */
async function withFiles() {
  await using server = await serveHere(data);
  const api = apiClient(server.url, await signIn(server.url, alice));
  const made: { hash: string; file: string; path: string; bytes: Buffer }[] = [];
  for (let n = 0; n < 3; n += 1) {
    const bytes = randomBytes(2000 + n);
    const filename = `file-${n}.bin`;
    const type = "application/octet-stream";
    const content = bytes.toString("base64");
    const { body } = await api.send("POST", "/attachments", { filename, type, content });
    const hash = createHash("sha256").update(bytes).digest("hex");
    const file = join(data, "blobs", "kept", hash.slice(0, 2), hash);
    made.push({ hash, file, path: `/file/${body.name}/${filename}`, bytes });
  }
  return made;
}

async function moveTo(...more: string[]) {
  const command = readMoveCommand(["--from", data, "--database", database, ...more]);
  if (!command.ok) throw new Error(JSON.stringify(command.error));
  return move(command.value, { rows: () => undefined, files: () => undefined });
}

async function fetched(url: string, paths: readonly string[]): Promise<Buffer[]> {
  const headers = { authorization: `Bearer ${await signIn(url, alice)}` };
  return Promise.all(
    paths.map(async (path) => Buffer.from(await (await fetch(url + path, { headers })).bytes())),
  );
}

test("moves files to a bucket, and serves them from there", async () => {
  const service = resources.use(await startS3rver());
  resources.use(useCredentials(service));
  const { bucket: name, endpoint } = await newBucket(service);
  const files = await withFiles();
  const bucket = ["--s3-bucket", name, "--s3-endpoint", endpoint ?? ""];
  expect(await moveTo(...bucket)).toMatchObject({
    ok: true,
    value: { files: { place: `s3://${name}`, copied: 3, there: 0, missing: [], damaged: [] } },
  });
  rmSync(join(data, "blobs"), { recursive: true });
  await using server = await serveHere(data, 0, ["--database", database, ...bucket]);
  const paths = files.map(({ path }) => path);
  expect(await fetched(server.url, paths)).toEqual(files.map(({ bytes }) => bytes));
});

test("lists missing and damaged files, and moves all others", async () => {
  const [first, second, third] = await withFiles();
  rmSync(first?.file ?? "");
  writeFileSync(second?.file ?? "", "something else");
  const elsewhere = join(dir, "elsewhere");
  expect(await moveTo("--files", elsewhere)).toMatchObject({
    ok: true,
    value: { files: { copied: 1, missing: [first?.hash], damaged: [second?.hash] } },
  });
  expect(
    existsSync(join(elsewhere, "blobs", "kept", third?.hash.slice(0, 2) ?? "", third?.hash ?? "")),
  ).toBe(true);
});

test("verifies files already at the target instead of copying them again", async () => {
  const files = await withFiles();
  const elsewhere = join(dir, "elsewhere");
  expect(await moveTo("--files", elsewhere)).toMatchObject({ ok: true });
  const [one] = files;
  writeFileSync(
    join(elsewhere, "blobs", "kept", one?.hash.slice(0, 2) ?? "", one?.hash ?? ""),
    "x",
  );
  database = resources.use(await tempPostgres()).url;
  rmSync(join(data, "moved.json"));
  expect(await moveTo("--files", elsewhere)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("another content under") as unknown },
  });
});

test("refuses a folder with another instance's files", async () => {
  await withFiles();
  const elsewhere = join(dir, "elsewhere");
  expect(await moveTo("--files", elsewhere)).toMatchObject({ ok: true });
  data = join(dir, "another server");
  database = resources.use(await tempPostgres()).url;
  await withFiles();
  expect(await moveTo("--files", elsewhere)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("belong to another instance") as unknown },
  });
});

test("leaves the files in place if the target is the same folder", async () => {
  const files = await withFiles();
  const stayed = { files: { place: data } };
  expect(await moveTo("--files", data)).toMatchObject({ ok: true, value: stayed });
  await using server = await serveHere(data, 0, ["--database", database]);
  const paths = files.map(({ path }) => path);
  expect(await fetched(server.url, paths)).toEqual(files.map(({ bytes }) => bytes));
});
