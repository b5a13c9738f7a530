import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openHost } from "../../apps/desktop/src/host/open-host.ts";
import { type CorpusMemo, generateMemos } from "../../bench/corpus.ts";
import { readNotebook } from "../../scripts/notebook-lines.ts";
import { startPostgres } from "../../scripts/postgres/start-postgres.ts";
import { seedFolder } from "../../scripts/seed-folder.ts";
import { type Exchange, startLine } from "../folders/line.ts";
import { ownNotebook, realNotebook } from "../samples/notebooks.ts";
import { apiClient, signIn } from "../system/api-client.ts";
import { write } from "../system/host-memos.ts";
import { alice, serveHere } from "../system/in-process-server.ts";
import { readReport, runServerVerb } from "./move-program.ts";

const memos = 100_000;

/** Returns our own notes, the real ones if present, and generated ones up to the total. */
async function manyMemos(): Promise<CorpusMemo[]> {
  const written: CorpusMemo[] = [];
  for (const notebook of [ownNotebook, realNotebook]) {
    for await (const read of notebook === null ? [] : readNotebook(notebook)) {
      if (!read.ok) continue;
      const { createTime, content } = read.note;
      const id = `note-${written.length}`;
      written.push({ id, creator: "", createdMs: Date.parse(createTime), content });
    }
  }
  return [...written, ...generateMemos("one-owner", memos - written.length)];
}

test(
  "moves 100,000 memos after killed attempts, and their device pulls nothing again",
  { timeout: 40 * 60_000 },
  async () => {
    await using stack = new AsyncDisposableStack();
    const dir = mkdtempSync(join(tmpdir(), "tidemark-large-move-"));
    stack.defer(() => rmSync(dir, { recursive: true, force: true }));
    const postgres = stack.use(await startPostgres({ durable: true }));
    const url = await postgres.databases.create("moved");
    const data = join(dir, "server");
    await (await serveHere(data))[Symbol.asyncDispose]();
    const seeded = await seedFolder(data, await manyMemos(), alice.username);
    expect(seeded).toMatchObject({ ok: true, value: { created: memos } });

    const line = stack.use(await startLine());
    const before = await serveHere(data);
    line.target = before.url;
    mkdirSync(join(dir, "desk"));
    const desk = await openHost({ dir: join(dir, "desk") });
    stack.defer(() => desk.close());
    expect(await desk.app.connect({ url: line.url, ...alice })).toMatchObject({ ok: true });
    await vi.waitFor(
      async () => {
        await desk.app.syncNow();
        expect(await desk.app.syncStatus()).toMatchObject({ state: "synced" });
      },
      { timeout: 20 * 60_000, interval: 200 },
    );
    const known = await desk.app.syncTools.diagnostics();
    await before[Symbol.asyncDispose]();
    const meanwhile = await write(desk, "written while the server was moved");

    const args = ["move", "--from", data, "--database", url, "--json"];
    for (const moment of ["copying", "indexing", "comparing"]) {
      const killed = runServerVerb(args);
      await killed.said(moment);
      killed.kill();
      const { code } = await killed.ended;
      expect(code).toBeNull();
    }
    const ended = await runServerVerb(args).ended;
    expect(ended).toMatchObject({ code: 0 });
    const report = readReport(ended);
    expect(report.tables.filter(({ source, target }) => source !== target)).toEqual([]);
    expect(report.tables.find(({ name }) => name === "memo")).toMatchObject({ rows: memos });
    console.log(`closed for ${report.closedMs} ms\n${ended.stderr}`);

    const check = await runServerVerb(["check", "--database", url]).ended;
    expect(check).toMatchObject({ code: 0 });

    await using after = await serveHere(data, 0, ["--database", url]);
    line.target = after.url;
    const exchanges: Exchange[] = [];
    line.record = exchanges;
    await desk.app.syncNow();
    await desk.app.syncNow();
    expect(await desk.app.syncTools.diagnostics()).toMatchObject({
      epoch: known.epoch,
      waiting: {},
    });
    const bytes = exchanges.reduce((sum, { answer }) => sum + answer.body.length, 0);
    expect(bytes).toBeLessThan(20_000);
    const api = apiClient(after.url, await signIn(after.url, alice));
    expect((await api.get(`/memos/${meanwhile}`)).status).toBe(200);
    const filter = encodeURIComponent('content.contains("nothing has this")');
    expect((await api.get(`/memos?filter=${filter}`)).body.memos).toEqual([]);
  },
);
