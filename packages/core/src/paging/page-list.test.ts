import { describe, expect, test } from "vitest";
import { pageList, timeKey } from "./page-list.ts";
import { createPageTokens } from "./page-token.ts";

const tokens = createPageTokens(new Uint8Array(32));
const page = (items: readonly string[], pageSize: number | null, pageToken = "", asked = "list") =>
  pageList(tokens, items, (item) => item, { pageSize, pageToken, asked: [asked] });

describe("a page of a short list", () => {
  test("continues after the last item, whatever was added or removed before it", () => {
    const first = page(["b", "d", "f"], 2);
    if (!first.ok) throw new Error("refused");
    expect(first.value.items).toEqual(["b", "d"]);
    const rest = page(["a", "c", "e", "f"], 2, first.value.nextPageToken);
    expect(rest).toEqual({ ok: true, value: { items: ["e", "f"], nextPageToken: "" } });
  });

  test("has as many items as the previous page by default", () => {
    const items = ["a", "b", "c", "d", "e"];
    const first = page(items, 2);
    if (!first.ok) throw new Error("refused");
    const second = page(items, null, first.value.nextPageToken);
    if (!second.ok) throw new Error("refused");
    expect(second.value.items).toEqual(["c", "d"]);
    expect(page(items, 1, second.value.nextPageToken)).toMatchObject({ value: { items: ["e"] } });
  });

  test("is empty and last when nothing is left", () => {
    expect(page([], 10)).toEqual({ ok: true, value: { items: [], nextPageToken: "" } });
  });

  test("refuses the token of another list", () => {
    const first = page(["a", "b"], 1, "", "other");
    if (!first.ok) throw new Error("refused");
    expect(page(["a", "b"], 1, first.value.nextPageToken)).toMatchObject({ ok: false });
  });
});

test("keys of times ascend with the time, before 1970 as well", () => {
  const times = [-62_135_596_800_000, -1, 0, 1, 999_999, 253_402_300_799_999];
  const keys = times.map((ms) => timeKey(ms, "id"));
  expect(keys.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(keys);
});
