import { afterEach, expect, test } from "vitest";
import { dropDerived, takeDerived } from "../../commit/derived-ahead.ts";
import { derivedOf } from "../../commit/commit-memo.ts";
import { deriveMemo } from "../../markdown/index.ts";
import type { MemoEntity } from "../../model/memo.ts";
import type { WireChange } from "../protocol/messages.ts";
import { createDeriveAhead, type DeriveTexts } from "./derive-ahead.ts";

afterEach(dropDerived);

const change = (kind: string, content: unknown): WireChange => ({
  ...{ scope: "u:a", seq: 1, kind, entity: "m", op: "up" as const },
  row: { id: "m", text: { gen: 1, content } },
});

const entity = (content: string): MemoEntity =>
  ({ row: { content }, text: { gen: 1, state: null }, elements: [] }) as unknown as MemoEntity;

/** Returns a snippet that marks where it was derived. */
const elsewhere: DeriveTexts = async (contents) =>
  contents.map((content) => ({ ...deriveMemo(content), snippet: `elsewhere: ${content}` }));

test("uses a result derived ahead once, for the memo's normalized text", async () => {
  const rows = createDeriveAhead(elsewhere);
  await rows.begin([change("memo", "one\r\n#tag"), change("memo", "two")]);
  expect(derivedOf(entity("one\n#tag"))).toMatchObject({
    tags: ["tag"],
    snippet: "elsewhere: one\n#tag",
  });
  expect(derivedOf(entity("one\n#tag")).snippet).toBe("one #tag");
  expect(derivedOf(entity("three")).snippet).toBe("three");
  expect(derivedOf(entity("two")).snippet).toBe("elsewhere: two");
});

test("ignores rows without a text", async () => {
  const asked: (readonly string[])[] = [];
  const rows = createDeriveAhead((contents) => {
    asked.push(contents);
    return elsewhere(contents);
  });
  const gone: WireChange = { scope: "u:a", seq: 1, kind: "memo", entity: "m", op: "del" };
  await rows.begin([gone, change("memo", 1), change("attachment", "a")]);
  expect(asked).toEqual([]);
});

test("derives texts at write time if the worker fails or returns too few", async () => {
  const lost = createDeriveAhead(() => Promise.reject(new Error("lost")));
  await lost.begin([change("memo", "a")]);
  expect(derivedOf(entity("a")).snippet).toBe("a");
  const short = createDeriveAhead(async (contents) => (await elsewhere(contents)).slice(1));
  await short.begin([change("memo", "a")]);
  expect(derivedOf(entity("a")).snippet).toBe("a");
});

test("discards dropped results and caches at most a few pages", async () => {
  const rows = createDeriveAhead(elsewhere);
  await rows.begin([change("memo", "a")]);
  rows.drop();
  expect(derivedOf(entity("a")).snippet).toBe("a");
  for (let page = 0; page < 10; page += 1) {
    await rows.begin(Array.from({ length: 500 }, (_, n) => change("memo", `${page} ${n}`)));
  }
  const kept = Array.from({ length: 5000 }, (_, n) =>
    takeDerived(`${Math.floor(n / 500)} ${n % 500}`),
  ).filter((derived) => derived !== undefined);
  expect(kept.length).toBeGreaterThanOrEqual(500);
  expect(kept.length).toBeLessThanOrEqual(2000);
});
