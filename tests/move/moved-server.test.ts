import { createHash } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { openHost, type Host } from "../../apps/desktop/src/host/open-host.ts";
import type { RunningServer } from "../../apps/server/src/start-server.ts";
import { tempPostgres } from "../../scripts/postgres/temp-postgres.ts";
import { type Exchange, type Line, startLine } from "../folders/line.ts";
import { type ApiClient, apiClient, createToken } from "../system/api-client.ts";
import { texts, write } from "../system/host-memos.ts";
import { alice, serveHere } from "../system/in-process-server.ts";
import { readReport, runServerVerb } from "./move-program.ts";

let dir: string;
let data: string;
let database: string;
let line: Line;
let resources: AsyncDisposableStack;

beforeEach(async () => {
  resources = new AsyncDisposableStack();
  dir = mkdtempSync(join(tmpdir(), "tidemark-move-"));
  resources.defer(() => rmSync(dir, { recursive: true, force: true }));
  data = join(dir, "server");
  database = resources.use(await tempPostgres()).url;
  line = resources.use(await startLine());
});
afterEach(() => resources.disposeAsync());

async function serve(more: readonly string[] = []): Promise<RunningServer> {
  const server = await serveHere(data, 0, more);
  line.target = server.url;
  return server;
}

async function device(name: string, over = line): Promise<Host> {
  mkdirSync(join(dir, name));
  const host = await openHost({ dir: join(dir, name) });
  resources.defer(() => host.close());
  expect(await host.app.connect({ url: over.url, ...alice })).toMatchObject({ ok: true });
  await host.app.syncNow();
  return host;
}

async function moved(more: readonly string[] = []): Promise<ReturnType<typeof readReport>> {
  const ended = await runServerVerb([
    ...["move", "--from", data, "--database", database, "--json"],
    ...more,
  ]).ended;
  expect(ended).toMatchObject({ code: 0 });
  return readReport(ended);
}

const pageSchema = z.object({
  result: z.object({ data: z.object({ changes: z.array(z.object({ entity: z.string() })) }) }),
});

/** Returns all pulled entities of the recorded exchanges. */
function pulled(exchanges: readonly Exchange[]): string[] {
  return exchanges
    .filter(({ path }) => path.startsWith("/sync/pull"))
    .flatMap(({ answer }) => {
      const body = Buffer.from(answer.body, "base64").toString();
      return parseJson(pageSchema, body).result.data.changes.map(({ entity }) => entity);
    });
}

async function sent(api: ApiClient, ...call: Parameters<ApiClient["send"]>) {
  const { status, body } = await api.send(...call);
  if (status !== 200) throw new Error(`${call.join(" ")}: ${status} ${JSON.stringify(body)}`);
  return body;
}

test("devices keep their epoch and cursors, pull nothing again, and send offline changes", async () => {
  const before = await serve();
  // A separate line: the desk retries sending on its own and must find the server only after the laptop.
  const ofDesk = resources.use(await startLine());
  ofDesk.target = before.url;
  const desk = await device("desk", ofDesk);
  const laptop = await device("laptop");
  const first = await write(desk, "first #work");
  for (let n = 0; n < 20; n += 1) await write(desk, `note ${n}`);
  await desk.app.syncNow();
  await laptop.app.syncNow();
  await laptop.app.updateMemo(first, { content: "first, edited #work" });
  await laptop.app.syncNow();
  await desk.app.syncNow();
  const known = {
    desk: await desk.app.syncTools.diagnostics(),
    laptop: await laptop.app.syncTools.diagnostics(),
  };

  await before[Symbol.asyncDispose]();
  const meanwhile = await write(desk, "written while nobody could be reached");
  await desk.app.updateMemo(first, { content: "first, edited while the server was moved #work" });
  const report = await moved();
  expect(report.epoch).toBe(known.desk.epoch);
  expect(report.tables.filter(({ source, target }) => source !== target)).toEqual([]);

  await using after = await serve(["--database", database]);
  line.record = [];
  await laptop.app.syncNow();
  expect(pulled(line.record)).toEqual([]);
  expect(await laptop.app.syncTools.diagnostics()).toMatchObject({
    epoch: known.laptop.epoch,
    cursors: known.laptop.cursors,
  });
  // The laptop is notified of the sent changes and may pull them automatically.
  line.record = [];
  ofDesk.record = [];
  ofDesk.target = after.url;
  await desk.app.syncNow();
  expect(pulled(ofDesk.record).filter((id) => id !== first && id !== meanwhile)).toEqual([]);
  expect(await desk.app.syncTools.diagnostics()).toMatchObject({
    epoch: known.desk.epoch,
    waiting: {},
  });
  await laptop.app.syncNow();
  expect([...new Set(pulled(line.record))].toSorted()).toEqual([first, meanwhile].toSorted());
  const all = await texts(laptop);
  expect(all).toEqual(await texts(desk));
  expect(all).toContain("first, edited while the server was moved #work");
  expect(all).toContain("written while nobody could be reached");
  expect(all.length).toBe(22);
  for (const host of [desk, laptop]) {
    expect((await host.app.syncStatus()).state).toBe("synced");
    expect(await host.app.syncTools.verify()).toMatchObject({ ok: true, value: { differing: 0 } });
  }
});

test("sessions, tokens, share links, webhook secrets and files stay valid", async () => {
  const before = await serve();
  const { value: token } = await createToken(before.url, alice);
  const { body: session } = await apiClient(before.url, null).send("POST", "/auth/signin", alice);
  const api = apiClient(before.url, token);
  const { name } = await sent(api, "POST", "/memos", { content: "the first text" });
  await sent(api, "PATCH", `/${name}?updateMask=content`, { content: "the second text" });
  const { name: gone } = await sent(api, "POST", "/memos", { content: "thrown away" });
  await api.send("DELETE", `/${gone}`);
  const share = await sent(api, "POST", `/${name}/shares`, {});
  const hook = await sent(api, "POST", "/users/alice/webhooks", {
    url: "https://hooks.example/",
    displayName: "Ours",
  });
  const secret = await api.get(`/${hook.name}:getSigningSecret`);
  const content = Buffer.from("what the file holds");
  const attachment = await sent(api, "POST", "/attachments", {
    filename: "file.txt",
    type: "text/plain",
    content: content.toString("base64"),
  });
  const revisions = await api.get(`/${name}/revisions`);
  const shares = await api.get(`/${name}/shares`);
  await before[Symbol.asyncDispose]();

  const elsewhere = join(dir, "files");
  const report = await moved(["--files", elsewhere]);
  expect(report.files).toMatchObject({ place: elsewhere, copied: 1, missing: [], damaged: [] });
  expect(report.secretKeyFile).toBe(join(data, "secret.key"));

  // Another machine has only the key of the old folder.
  const folder = join(dir, "another");
  mkdirSync(folder, { mode: 0o700 });
  cpSync(join(data, "secret.key"), join(dir, "the.key"));
  rmSync(data, { recursive: true });
  data = folder;
  await using after = await serve([
    ...["--database", database, "--files", elsewhere],
    ...["--secret-key-file", join(dir, "the.key")],
  ]);
  const again = apiClient(after.url, token);
  expect((await again.get("/auth/me")).body.user.username).toBe("alice");
  expect((await apiClient(after.url, session.accessToken).get("/auth/me")).status).toBe(200);
  expect((await again.get(`/${hook.name}:getSigningSecret`)).body).toEqual(secret.body);
  expect((await again.get(`/${name}/revisions`)).body).toEqual(revisions.body);
  expect((await again.get(`/${name}/shares`)).body).toEqual(shares.body);
  const [, shareToken] = /\/([^/]+)$/.exec(String(share.name)) ?? [];
  expect(JSON.stringify(shares.body)).toContain(shareToken);
  const trash = await again.get("/memos?showDeleted=true&pageSize=100");
  expect(JSON.stringify(trash.body)).toContain("thrown away");
  const path = `/file/${attachment.name}/file.txt`;
  const file = await fetch(after.url + path, { headers: { authorization: `Bearer ${token}` } });
  expect(await file.text()).toBe(content.toString());
});

test("a moved folder isn't served alone or moved elsewhere until moved.json is deleted", async () => {
  await (await serve())[Symbol.asyncDispose]();
  await moved();
  await expect(serve()).rejects.toThrow("was moved to postgres://127.0.0.1");
  const { url } = resources.use(await tempPostgres());
  const elsewhere = await runServerVerb(["move", "--from", data, "--database", url]).ended;
  expect(elsewhere.code).toBe(2);
  expect(elsewhere.stderr).toContain("was moved to postgres://127.0.0.1");
  rmSync(join(data, "moved.json"));
  await (await serve())[Symbol.asyncDispose]();
});

test("exits with 2 if the server runs, the target isn't empty, or the folder isn't a server's", async () => {
  const server = await serve();
  const ask = (from: string) =>
    runServerVerb(["move", "--from", from, "--database", database]).ended;
  const running = await ask(data);
  expect(running).toMatchObject({ code: 2, stdout: "" });
  expect(running.stderr).toMatch(/in use by process \d+; stop the server first\n$/);
  await server[Symbol.asyncDispose]();
  expect(await ask(join(dir, "nothing"))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("holds no tidemark.db") as unknown,
  });
  const [hash] = hashes(data);
  const done = await ask(data);
  expect(done.code).toBe(0);
  expect(done.stdout).toMatch(/\nmoved: 0 memos, to postgres:\/\/127\.0\.0\.1:\d+\/temp_\w+\n$/);
  expect(done.stdout + done.stderr).not.toContain(new URL(database).password);
  const again = await ask(data);
  expect(again).toMatchObject({ code: 2 });
  expect(again.stderr).toContain("is not empty");
  expect(hashes(data)).toEqual([hash]);
});

function hashes(folder: string): string[] {
  return [
    createHash("sha256")
      .update(readFileSync(join(folder, "secret.key")))
      .digest("hex"),
  ];
}
