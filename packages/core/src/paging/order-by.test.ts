import { describe, expect, test } from "vitest";
import type { AttachmentOrderTerm } from "../stores/attachment-store.ts";
import type { OrderTerm } from "./order-by.ts";
import { parseAttachmentOrder } from "../attachment/attachment-order.ts";
import { parseOrderBy, totalOrder } from "./order-by.ts";

describe("orderBy", () => {
  test.each([
    ["", ["create_time desc"]],
    ["name", ["name asc"]],
    ["pinned, updateTime", ["pinned desc", "update_time desc"]],
    ["pinned desc,create_time  asc", ["pinned desc", "create_time asc"]],
    ["name DESC", ["name desc"]],
    ["display_time", ["create_time desc"]],
    ["displayTime asc", ["create_time asc"]],
    ["createTime,updateTime", ["create_time desc", "update_time desc"]],
    ["pinned desc, created_ts desc", ["pinned desc", "create_time desc"]],
    ["updated_ts asc", ["update_time asc"]],
    ["display_ts", ["create_time desc"]],
    ["name,", ["name asc"]],
    ["pinned desc , create_time asc , ", ["pinned desc", "create_time asc"]],
  ])("%j reads as %j", (text, terms) => {
    const result = parseOrderBy(text);
    expect(result.ok && result.value.map((term) => `${term.field} ${term.direction}`)).toEqual(
      terms,
    );
  });
  test.each([
    "colour",
    "name up",
    "name asc desc",
    ",",
    "name,,",
    ",name",
    "pinned,,name",
    "name,name desc",
    "createTime,create_time",
    "display_time desc,created_ts",
  ])("%j is refused naming orderBy", (text) => {
    expect(parseOrderBy(text)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGUMENT", fields: [{ field: "orderBy" }] },
    });
  });
});

describe("F30 · tie-breakers", () => {
  const inWords = (terms: readonly { readonly field: string; readonly direction: string }[]) =>
    totalOrder(terms as readonly OrderTerm[]).map((key) => `${key.field} ${key.direction}`);
  const parsed = (text: string): readonly OrderTerm[] => {
    const terms = parseOrderBy(text);
    if (!terms.ok) throw new Error(text);
    return terms.value;
  };

  test.each([
    ["", ["create_time desc", "number desc"]],
    ["create_time asc", ["create_time asc", "number asc"]],
    ["update_time", ["update_time desc", "create_time desc", "number desc"]],
    ["update_time asc", ["update_time asc", "create_time asc", "number asc"]],
    ["pinned", ["pinned desc", "create_time desc", "number desc"]],
    ["pinned asc", ["pinned asc", "create_time desc", "number desc"]],
    ["create_time asc, pinned", ["create_time asc", "pinned desc", "number asc"]],
    ["create_time desc, update_time asc", ["create_time desc", "update_time asc", "number asc"]],
    ["update_time asc, create_time", ["update_time asc", "create_time desc", "number desc"]],
    ["name", ["name asc"]],
    ["pinned, name desc", ["pinned desc", "name desc"]],
  ])("of %j: %j", (text, keys) => {
    expect(inWords(parsed(text))).toEqual(keys);
  });

  test("without terms: newest first", () => {
    expect(inWords([])).toEqual(["create_time desc", "number desc"]);
  });

  test.each([
    ["size,", ["size asc", "create_time desc", "number desc"]],
    ["type, updated_ts asc", ["type asc", "update_time asc", "create_time asc", "number asc"]],
    ["created_ts", ["create_time desc", "number desc"]],
  ])("of attachments by %j: %j", (text, keys) => {
    const terms = parseAttachmentOrder(text);
    if (!terms.ok) throw new Error(text);
    const order: readonly AttachmentOrderTerm[] = terms.value;
    expect(inWords(order)).toEqual(keys);
  });
});
