import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@tidemark/core";
import { appRouter, type TransferJob } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { openHost } from "../host/open-host.ts";

type Opened = Awaited<ReturnType<typeof openHost>>;

async function scratch(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-transfer-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Opens a profile the way its page sees it: the router, and uploads and downloads. */
async function start(options: { takesPaths?: boolean; dir?: string } = {}) {
  const dir = options.dir ?? (await scratch());
  const logged: string[] = [];
  const host: Opened = await openHost({
    dir,
    takesPaths: options.takesPaths ?? false,
    log: (line) => logged.push(line),
  });
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await host.close();
    isOpen = false;
  };
  onTestFinished(close);
  const app = appRouter.createCaller({ app: host.app });
  const ask = async (method: string, url: string, body: Uint8Array | string | null = null) => {
    const answer = await host.files({
      method,
      url,
      headers: {},
      body: body === null ? null : once(Buffer.from(body)),
    });
    const parts = answer.body === null ? [] : await Array.fromAsync(answer.body);
    return { ...answer, bytes: Buffer.concat(parts) };
  };
  const stage = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<string> => {
    const name = randomBytes(12).toString("hex");
    for (const [path, content] of Object.entries(files)) {
      const { status } = await ask(
        "PUT",
        `/import/${name}/${path}?modified=1700000000000`,
        content,
      );
      expect(status).toBe(204);
    }
    return name;
  };
  const job = async (): Promise<TransferJob | null> => (await app.transfer.state()).job;
  const until = (phase: TransferJob["phase"]): Promise<TransferJob> =>
    vi.waitFor(
      async () => {
        const now = await job();
        expect(now?.phase).toBe(phase);
        return now!;
      },
      { timeout: 30_000, interval: 5 },
    );
  const bring = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    await app.transfer.begin({ from: { staged: await stage(files) } });
    await until("planned");
    await app.transfer.run();
    return until("done");
  };
  const staged = async (): Promise<string[]> =>
    readdir(join(dir, "import-staging")).catch(() => []);
  return { dir, host, app, ask, stage, job, until, bring, staged, close, logged };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const vault = {
  "Vault/One.md": "# One\n\nsee [[Two]] #sea",
  "Vault/Two.md": "two, and ![[low.csv]]",
  "Vault/low.csv": "low water",
  "Vault/loose.csv": "a,b",
};

const errorSchema = z.object({ error: z.object({ code: z.string() }) });

/** A file that can't be unpacked. */
const brokenZip = Buffer.from("PK\u0003\u0004 and nothing more of it", "latin1");

describe("A28 · an import in the app", () => {
  test("previews the memos, imports them in the background, and undoes that", async () => {
    const { app, stage, until, staged, bring } = await start();
    await app.transfer.begin({ from: { staged: await stage(vault) } });
    const planned = await until("planned");
    expect(planned).toMatchObject({ counts: { new: 2, same: 0, problems: 0 }, format: "obsidian" });
    expect((await app.memos.list({})).memos).toEqual([]);
    const { rows, total } = await app.transfer.rows({ outcome: null });
    expect(total).toBe(rows.length);
    expect(rows.map(({ outcome }) => outcome)).toEqual(["skipped", "new", "new"]);
    expect(await app.transfer.rows({ outcome: "skipped" })).toMatchObject({
      total: 1,
      rows: [{ path: "loose.csv", code: "no-note" }],
    });

    await app.transfer.run();
    const done = await until("done");
    expect(done).toMatchObject({ made: 2, isStopped: false, failure: null });
    expect((await app.memos.list({})).memos).toHaveLength(2);
    // The uploaded files are deleted.
    expect(await staged()).toEqual([]);
    expect(await app.transfer.runs()).toMatchObject([{ id: done.run, state: "done" }]);

    expect(await bring(vault)).toMatchObject({ made: 0, counts: { new: 0, same: 2 }, run: null });
    await app.transfer.undo({ run: done.run! });
    expect(await until("done")).toMatchObject({ type: "undo", made: 2, kept: 0 });
    expect((await app.memos.list({})).memos).toEqual([]);
    expect(await app.memos.counts()).toMatchObject({ trashed: 2 });
    expect(await app.transfer.runs()).toMatchObject([{ state: "undone" }]);
  });

  test("lists the memos that undo keeps", async () => {
    const { app, bring, until } = await start();
    const { run } = await bring(vault);
    const [memo] = (await app.memos.list({})).memos;
    await app.memos.update({ id: memo!.id, patch: { content: "edited here" } });
    await app.transfer.undo({ run: run! });
    expect(await until("done")).toMatchObject({ type: "undo", made: 1, kept: 1 });
    expect(await app.transfer.rows({ outcome: null })).toMatchObject({
      rows: [{ path: "edited here", code: "kept" }],
    });
  });

  test("reports why a source is rejected, and keeps nothing of it", async () => {
    const { app, stage, until, staged } = await start();
    await app.transfer.begin({ from: { staged: await stage({ "notes.zip": brokenZip }) } });
    const { failure } = await until("failed");
    expect(failure).toMatchObject({ code: "broken", people: [] });
    expect(failure?.words).not.toBe("");
    expect(await staged()).toEqual([]);
    await app.transfer.stop();
    expect((await app.transfer.state()).job).toBeNull();
  });

  test("discards a planned import", async () => {
    const { app, stage, until, staged, job } = await start();
    await app.transfer.begin({ from: { staged: await stage(vault) } });
    await until("planned");
    await app.transfer.stop();
    expect(await job()).toBeNull();
    expect(await staged()).toEqual([]);
    await expect(app.transfer.run()).rejects.toThrow("nothing is planned");
  });

  test("requires an upload", async () => {
    const { app, job } = await start();
    const begun = app.transfer.begin({ from: { staged: "0123456789abcdef" } });
    await expect(begun).rejects.toThrow("not found");
    expect(await job()).toBeNull();
  });

  test("A28c · reads files under their own names, even if the disk can't hold them", async () => {
    const { app, bring } = await start();
    const [folder, day, other, picture] = [
      `${"船".repeat(90)}`,
      `2024-05-06 ${"潮".repeat(100)}`,
      `${"港".repeat(120)} C#`,
      `${"図".repeat(110)}.png`,
    ];
    const at = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join("/");
    const done = await bring({
      [at("Vault", folder, `${day}.md`)]: `[[${other}]] ![[${picture}]]`,
      [at("Vault", `${other}.md`)]: `[day](<${folder}/${day}.md>)`,
      [at("Vault", "files", picture)]: "picture",
    });
    expect(done).toMatchObject({ made: 2, counts: { new: 2, problems: 0 } });
    const { memos } = await app.memos.list({});
    const byDay = memos.find(({ content }) => content.includes("!["));
    const linked = memos.find(({ content }) => content.startsWith(`# ${other}`));
    expect(byDay?.content).toContain(`# ${"潮".repeat(100)}`);
    expect(byDay?.content).toContain(`[${other}](/memos/${linked?.id})`);
    expect(byDay?.content).toContain(`#${folder}`);
    expect(new Date(byDay?.createdMs ?? 0).getFullYear()).toBe(2024);
    expect(linked?.content).toContain(`(/memos/${byDay?.id})`);
    expect(byDay?.attachments).toMatchObject([{ filename: picture }]);
  });

  test("A28c · imports a single note or archive under its own name", async () => {
    const { app, bring } = await start();
    const name = "船".repeat(120);
    await bring({ [`${encodeURIComponent(name)}.md`]: "one" });
    expect((await app.memos.list({})).memos).toMatchObject([{ content: `# ${name}\n\none` }]);
  });

  test("A28c · takes a path from a window of the app alone", async () => {
    const folder = join(await scratch(), "Notes");
    await mkdir(folder);
    await writeFile(join(folder, "One.md"), "one");
    const browser = await start();
    const asked = browser.app.transfer.begin({ from: { path: folder } });
    await expect(asked).rejects.toThrow("a page of a browser");
    const window = await start({ takesPaths: true });
    await window.app.transfer.begin({ from: { path: folder } });
    expect(await window.until("planned")).toMatchObject({ counts: { new: 1 } });
  });

  test("A28a · goes on where it was when the app was ended, with nothing twice", async () => {
    const many = Object.fromEntries(
      Array.from({ length: 120 }, (_, at) => [`Many/n${at}.md`, `# Note ${at}\n\n#many`]),
    );
    const first = await start();
    await first.app.transfer.begin({ from: { staged: await first.stage(many) } });
    await first.until("planned");
    await first.app.transfer.run();
    await vi.waitFor(async () => expect((await first.job())?.made).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 1,
    });
    await first.close();

    const again = await start({ dir: first.dir });
    expect(await again.staged()).toEqual([]);
    const before = (await again.app.memos.counts()).normal;
    expect(before).toBeGreaterThan(0);
    const done = await again.bring(many);
    expect(done.made).toBe(120 - before);
    expect((await again.app.memos.counts()).normal).toBe(120);
    const runs = await again.app.transfer.runs();
    expect(runs).toHaveLength(1);
    await again.app.transfer.undo({ run: runs[0]!.id });
    expect(await again.until("done")).toMatchObject({ type: "undo", made: 120 });
  });
});

describe("A28b · an import from a server", () => {
  test("is one at a time, is stopped, asks that server alone, and keeps no token", async () => {
    const asked: string[] = [];
    const hold = Promise.withResolvers<void>();
    const server = createServer((request, response) => {
      asked.push(`${request.url} ${request.headers.authorization}`);
      void hold.promise.then(() => response.writeHead(401).end("{}"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const token = "token-that-nobody-keeps";
    const { app, dir, until, job, close, logged } = await start();
    await app.transfer.begin({ from: { url, token } });
    await vi.waitFor(() => expect(asked).toEqual([`/api/v1/auth/me Bearer ${token}`]));
    await expect(app.transfer.begin({ from: { url, token } })).rejects.toThrow("another import");
    await app.transfer.stop();
    expect(await job()).toBeNull();

    await app.transfer.begin({ from: { url, token } });
    hold.resolve();
    expect((await until("failed")).failure).toMatchObject({ code: "no-answer" });
    expect(JSON.stringify(await app.transfer.state())).not.toContain(token);
    expect(logged.join()).not.toContain(token);
    await close();
    for (const each of await readdir(dir, { recursive: true, withFileTypes: true })) {
      if (!each.isFile()) continue;
      expect((await readFile(join(each.parentPath, each.name))).includes(token)).toBe(false);
    }
  });
});

describe("an upload", () => {
  test.each([
    ["PUT", "/import/0123456789abcdef/..%2fa.md", 400],
    ["PUT", "/import/0123456789abcdef/", 400],
    ["PUT", "/import/..%2f..%2fx/a.md", 404],
    ["POST", "/import/0123456789abcdef/a.md", 405],
    ["GET", "/import/0123456789abcdef/a.md", 405],
    ["DELETE", "/import/0123456789abcdef/a.md", 405],
    ["POST", "/export.zip", 405],
  ])("is rejected with a reason: %s %s", async (method, url, status) => {
    const { ask, staged } = await start();
    const answer = await ask(method, url, "x");
    expect(answer.status).toBe(status);
    expect(parseJson(errorSchema, answer.bytes.toString())).toBeTruthy();
    expect(await staged()).toEqual([]);
  });

  test("can be deleted", async () => {
    const { ask, stage, staged } = await start();
    const name = await stage(vault);
    expect(await staged()).toEqual([name]);
    expect((await ask("DELETE", `/import/${name}/`)).status).toBe(204);
    expect(await staged()).toEqual([]);
  });
});

describe("the export", () => {
  test("is a zip that can be imported: unchanged here, completely elsewhere", async () => {
    const { app, ask, bring } = await start();
    await bring(vault);
    const { status, headers, bytes } = await ask("GET", "/export.zip");
    expect(status).toBe(200);
    expect(headers["content-disposition"]).toMatch(/^attachment; filename="tidemark-\d{4}-/);
    expect((await app.transfer.state()).export).toMatchObject({
      phase: "done",
      memos: 2,
      problems: 0,
    });
    expect(await bring({ "tidemark.zip": bytes })).toMatchObject({ counts: { new: 0, same: 2 } });

    const other = await start();
    expect(await other.bring({ "tidemark.zip": bytes })).toMatchObject({ made: 2 });
    const idsOf = async (its: typeof app): Promise<string[]> =>
      (await its.memos.list({})).memos.map(({ id }) => id).toSorted();
    expect(await idsOf(other.app)).toEqual(await idsOf(app));
  });

  test("ends when the client disconnects", async () => {
    const { app, host, bring } = await start();
    await bring({
      "Big/One.md": "one",
      "Big/two.bin": randomBytes(3_000_000),
      "Big/a.md": "![[two.bin]]",
    });
    const { body } = await host.files({
      method: "GET",
      url: "/export.zip",
      headers: {},
      body: null,
    });
    for await (const part of body!) {
      expect(part.length).toBeGreaterThan(0);
      break;
    }
    await vi.waitFor(async () =>
      expect((await app.transfer.state()).export).toMatchObject({ phase: "failed" }),
    );
  });

  test("doesn't block closing the profile if the client stops reading", async () => {
    const { host, bring, close } = await start();
    await bring({ "Big/two.bin": randomBytes(3_000_000), "Big/a.md": "![[two.bin]]" });
    const { body } = await host.files({
      method: "GET",
      url: "/export.zip",
      headers: {},
      body: null,
    });
    const reading = body![Symbol.asyncIterator]();
    await reading.next();
    await close();
    await expect(reading.next()).rejects.toThrow("the profile is closed");
  });
});
