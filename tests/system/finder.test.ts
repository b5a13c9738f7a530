import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Host, openHost } from "../../apps/desktop/src/host/open-host.ts";

let dir: string;
let host: Host;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "tidemark-finder-"));
  host = await openHost({ dir });
});
afterEach(async () => {
  await host.close();
  rmSync(dir, { recursive: true, force: true });
});

async function write(content: string): Promise<string> {
  const made = await host.app.createMemo({ content });
  if (!made.ok) throw new Error(made.error.message);
  return made.value.id;
}

async function found(words: string): Promise<string[]> {
  const answer = await host.app.finder.find(words);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.map(({ title, snippet }) => (title === "" ? snippet : title));
}

test("finds an old memo by its title before many newer ones that contain the word", async () => {
  await write("# Harbour lights\n\nRed to port.");
  for (let n = 0; n < 80; n += 1) await write(`Day ${n}: back in the harbour at night.`);
  expect((await found("harbour"))[0]).toBe("Harbour lights");
  expect(await found("port red")).toEqual(["Harbour lights"]);
  expect(await found("harbour")).toHaveLength(12);
  expect(await found("nowhere")).toEqual([]);
  expect(await found('"= ( #')).toEqual([]);
});

test("without a query lists recently opened, then recently changed memos of the timeline", async () => {
  const [first, second, third] = [
    await write("first"),
    await write("second"),
    await write("third"),
  ];
  expect(await found("")).toEqual(["third", "second", "first"]);
  await host.app.finder.noteOpened(second);
  await host.app.finder.noteOpened(first);
  await host.app.finder.noteOpened(first);
  expect(await found("")).toEqual(["first", "second", "third"]);
  await host.app.trashMemos([first]);
  await host.app.updateMemo(third, { state: "ARCHIVED" });
  expect(await found("")).toEqual(["second"]);
  expect(await found("third")).toEqual(["third"]);
  expect(await found("first")).toEqual([]);
});

test("picks a random memo of the timeline, or null if it is empty", async () => {
  expect(await host.app.finder.random()).toBeNull();
  const listed = new Set([await write("one"), await write("two")]);
  const [trashed] = [await write("three")];
  await host.app.trashMemos([trashed]);
  const drawn = new Set<string | null>();
  for (let n = 0; n < 40; n += 1) drawn.add(await host.app.finder.random());
  expect(drawn).toEqual(listed);
});

test("finds the same letters in titles and texts, and one tag for both spellings", async () => {
  await write("# U\u0308berfahrt\n\nmit Kapita\u0308n #cafe\u0301");
  await write("Die Mannschaft #caf\u00e9");
  expect(await found("\u00dcberfahrt")).toEqual(["U\u0308berfahrt"]);
  expect(await searched("\u201ckapit\u00e4n\u201d")).toHaveLength(1);
  expect(await searched("#caf\u00e9")).toHaveLength(2);
  expect(await searched("#cafe\u0301")).toHaveLength(2);
  expect(await host.app.tags()).toEqual([expect.objectContaining({ tag: "caf\u00e9", count: 2 })]);
});

test("shows the text around the match, unless the beginning has it", async () => {
  await write(
    `Log of the day. ${"Nothing to see. ".repeat(40)}The ma\u0302t was lost. ${"Calm. ".repeat(300)}`,
  );
  await write("A mât of oak.");
  const answer = await host.app.finder.find("m\u00e2t");
  if (!answer.ok) throw new Error(answer.error.message);
  const [first, second] = answer.value;
  expect(first).toMatchObject({ snippet: "A mât of oak.", around: null, terms: ["m\u00e2t"] });
  expect(second?.around).toContain("The ma\u0302t was lost.");
  expect(second?.around?.length).toBeLessThan(1300);
});

test("searches by the days of this device", async () => {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const [before, after] = [await write("tidalwave D"), await write("tidalwave E")];
  for (const [id, createdMs] of [
    [before, midnight - 1],
    [after, midnight],
  ] as const) {
    const moved = await host.app.updateMemo(id, { createdMs });
    if (!moved.ok) throw new Error(moved.error.message);
  }
  expect(await searched("tidalwave after:today")).toEqual([after]);
  expect(await searched("tidalwave before:today after:yesterday")).toEqual([before]);
});

async function searched(search: string): Promise<string[]> {
  const input = { view: "timeline", search, tag: null, pinned: null, pageSize: 50 } as const;
  const page = await host.app.listMemos(input);
  if (!page.ok) throw new Error(page.error.message);
  return page.value.memos.map(({ id }) => id);
}
