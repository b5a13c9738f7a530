import { describe, expect, test } from "vitest";
import { parseOrderBy } from "./order-by.ts";

describe("orderBy", () => {
  test.each([
    ["", ["create_time desc"]],
    ["name", ["name asc"]],
    ["pinned, updateTime", ["pinned desc", "update_time desc"]],
    ["pinned desc,create_time  asc", ["pinned desc", "create_time asc"]],
    ["name DESC", ["name desc"]],
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
    "name,",
    "name,name desc",
    "createTime,create_time",
  ])("%j is refused naming orderBy", (text) => {
    expect(parseOrderBy(text)).toMatchObject({
      ok: false,
      error: { code: "INVALID_ARGUMENT", fields: [{ field: "orderBy" }] },
    });
  });
});
