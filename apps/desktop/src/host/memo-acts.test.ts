import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { appRouter } from "@tidemark/core/router";
import { describe, expect, onTestFinished, test } from "vitest";
import { openHost } from "./open-host.ts";

/** Opens the app router over a real profile, as the page calls it. */
async function openMemos() {
  const dir = await mkdtemp(join(tmpdir(), "tidemark-acts-"));
  const host = await openHost({ dir });
  onTestFinished(async () => {
    await host.close();
    await rm(dir, { recursive: true });
  });
  return appRouter.createCaller({ app: host.app }).memos;
}

const appCode = (code: string) => ({ cause: { error: { code } } });

describe("a ticked task", () => {
  test("is unticked at its current position, however the text changed meanwhile", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "- [ ] milk\n- [ ] bread" });
    const ticked = await memos.toggleTask({ id, index: 1, checked: true });
    await memos.update({ id, patch: { content: "# Shop\n\n- [x] oil\n- [ ] milk\n- [x] bread" } });
    const back = { id, index: 1, checked: false, seenIn: ticked.content };
    expect((await memos.toggleTask(back)).content).toBe(
      "# Shop\n\n- [x] oil\n- [ ] milk\n- [ ] bread",
    );
  });

  test("isn't mistaken for another after it was deleted", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "- [ ] milk\n- [ ] bread" });
    const ticked = await memos.toggleTask({ id, index: 0, checked: true });
    await memos.update({ id, patch: { content: "- [x] bread" } });
    const back = { id, index: 0, checked: false, seenIn: ticked.content };
    await expect(memos.toggleTask(back)).rejects.toMatchObject(appCode("FAILED_PRECONDITION"));
    expect((await memos.get({ id })).content).toBe("- [x] bread");
  });
});

describe("a reaction", () => {
  test("is added once, counted and removed, on a memo and on a comment", async () => {
    const memos = await openMemos();
    const memo = await memos.create({ content: "high water" });
    const comment = await memos.create({ content: "at six", parent: memo.id });
    expect(memo.reactions).toEqual([]);
    for (const { id } of [memo, comment]) {
      await memos.react({ id, type: "👍", isOn: true });
      const { reactions } = await memos.react({ id, type: "👍", isOn: true });
      expect(reactions).toEqual([{ type: "👍", count: 1, isOwn: true, others: [] }]);
    }
    const [listed] = (await memos.list({})).memos;
    expect(listed?.reactions).toHaveLength(1);
    expect((await memos.comments({ id: memo.id }))[0]?.reactions).toHaveLength(1);
    await memos.react({ id: memo.id, type: "👍", isOn: false });
    expect((await memos.react({ id: memo.id, type: "👍", isOn: false })).reactions).toEqual([]);
  });

  test("is limited in length and number, by the rules of the API", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "high water" });
    const add = (type: string) => memos.react({ id, type, isOn: true });
    await expect(add(" ")).rejects.toMatchObject(appCode("INVALID_ARGUMENT"));
    await expect(add("x".repeat(65))).rejects.toMatchObject(appCode("INVALID_ARGUMENT"));
    await expect(add("x".repeat(257))).rejects.toMatchObject({ code: "BAD_REQUEST" });
    for (let n = 0; n < 100; n++) await add(`r${n}`);
    await expect(add("one more")).rejects.toMatchObject(appCode("FAILED_PRECONDITION"));
    expect((await memos.get({ id })).reactions).toHaveLength(100);
  });

  test("can't be added to a memo in the trash", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "high water" });
    await memos.trash({ ids: [id] });
    await expect(memos.react({ id, type: "👍", isOn: true })).rejects.toMatchObject(
      appCode("NOT_FOUND"),
    );
  });
});

describe("a link", () => {
  test("is added and removed without affecting others, and is shown at both ends", async () => {
    const memos = await openMemos();
    const [one, two, three] = await Promise.all(
      ["one", "two", "three"].map((content) => memos.create({ content })),
    );
    if (one === undefined || two === undefined || three === undefined) throw new Error("not made");
    const { id } = one;
    await Promise.all([two, three].map((to) => memos.link({ id, to: to.id, isOn: true })));
    await memos.link({ id, to: two.id, isOn: true });
    const { to } = await memos.links({ id });
    expect(to.map((end) => end.snippet).toSorted()).toEqual(["three", "two"]);
    expect((await memos.links({ id: two.id })).from.map((end) => end.snippet)).toEqual(["one"]);
    await memos.link({ id, to: two.id, isOn: false });
    expect((await memos.links({ id })).to.map((end) => end.snippet)).toEqual(["three"]);
  });

  test("is kept while its target is in the trash", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "one" });
    const hidden = await memos.create({ content: "two" });
    const other = await memos.create({ content: "three" });
    await memos.link({ id, to: hidden.id, isOn: true });
    await memos.trash({ ids: [hidden.id] });
    await memos.link({ id, to: other.id, isOn: true });
    await memos.restore({ ids: [hidden.id] });
    expect((await memos.links({ id })).to).toHaveLength(2);
  });

  test("can only lead to an existing memo, and not to itself", async () => {
    const memos = await openMemos();
    const { id } = await memos.create({ content: "one" });
    await expect(memos.link({ id, to: "nothing", isOn: true })).rejects.toMatchObject(
      appCode("NOT_FOUND"),
    );
    await memos.link({ id, to: id, isOn: true });
    expect(await memos.links({ id })).toEqual({ to: [], from: [] });
  });
});

test("a location is set, validated and removed", async () => {
  const memos = await openMemos();
  const { id } = await memos.create({ content: "high water" });
  const location = { placeholder: "Brest", latitude: 48.38, longitude: -4.49 };
  const set = (place: typeof location | null) => memos.update({ id, patch: { location: place } });
  expect((await set(location)).location).toEqual(location);
  await expect(set({ ...location, latitude: 91 })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(set({ ...location, longitude: Number.NaN })).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
  expect((await set(null)).location).toBeNull();
});
