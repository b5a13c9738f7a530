import { mkdtempDisposable, watch } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type AppClient, openRouter } from "./app-router.ts";
import { startApp } from "./running-program.ts";

const count = 120;
const filler = "low water ".repeat(100);

/** Resolves at a change of a folder, counted from 1, or when the signal aborts. */
async function changeOf(dir: string, nth: number, signal: AbortSignal): Promise<void> {
  let changes = 0;
  try {
    for await (const _ of watch(dir, { recursive: true, signal })) {
      changes += 1;
      if (changes === nth) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Lists the first lines of all memos with their ids; those in the trash with a mark. */
async function linesOf(client: AppClient): Promise<(readonly [line: string, id: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (const view of ["timeline", "trash"] as const) {
    const { memos, nextCursor } = await client.memos.list.query({ view, pageSize: count + 1 });
    expect(nextCursor).toBeNull();
    for (const { content, id } of memos) {
      const [line = ""] = content.split("\n");
      found.push([view === "trash" ? `trashed ${line}` : line, id]);
    }
  }
  return found;
}

/** Edits, trashes or removes a memo, depending on its number. */
async function change(client: AppClient, id: string, n: number): Promise<void> {
  await client.memos.update.mutate({ id, patch: { content: `new ${n}\n${filler}` } });
  if (n % 10 === 1 || n % 10 === 2) await client.memos.trash.mutate({ ids: [id] });
  if (n % 10 === 1) await client.memos.purge.mutate({ ids: [id] });
}

test("A30 · restoring single memos that is killed leaves each memo as it was or as in the backup", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "tidemark-single-kills-"));
  const dir = folder.path;
  let app = await startApp(dir);
  let client = await openRouter(app.url);
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await client.memos.create.mutate({ content: `old ${n}\n${filler}` });
    ids.push(id);
  }
  await client.backups.backUp.mutate();
  const name = await vi.waitFor(async () => {
    const { backups } = await client.backups.state.query();
    expect(backups).toHaveLength(1);
    return backups[0]?.name ?? "";
  });
  const whole = ids.map((_, n) => `old ${n}`).toSorted();
  let killed = 0;
  for (let kill = 0; kill < 10; kill += 1) {
    for (const [line, id] of await linesOf(client)) {
      await change(client, id, Number(line.replace("old ", "")));
    }
    const answered = new AbortController();
    const restoring = client.backups.restoreMemos.mutate({ name, ids }).then(
      () => answered.abort(),
      () => undefined,
    );
    await changeOf(dir, 1 + 4 * kill, answered.signal);
    if (!answered.signal.aborted) killed += 1;
    await app.kill();
    await restoring;
    app = await startApp(dir);
    client = await openRouter(app.url);

    const numbers = new Set<string>();
    for (const [line] of await linesOf(client)) {
      expect(line).toMatch(/^(?:(?:trashed )?new|old) \d+$/);
      const number = line.replace(/^.* /, "");
      expect(numbers, `${line} twice`).not.toContain(number);
      numbers.add(number);
    }
    const lost = ids.keys().filter((n) => n % 10 !== 1 && !numbers.has(String(n)));
    expect([...lost]).toEqual([]);
    await client.backups.restoreMemos.mutate({ name, ids });
    expect((await linesOf(client)).map(([line]) => line).toSorted()).toEqual(whole);
    const revisions = await client.memos.revisions.query({ id: ids[0] ?? "" });
    expect(revisions.map(({ content }) => content)).toContain(`new 0\n${filler}`);
  }
  expect(killed).toBeGreaterThan(5);
  await app.stop();
}, 300_000);
