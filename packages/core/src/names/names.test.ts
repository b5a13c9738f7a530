import { describe, expect, test } from "vitest";
import {
  checkUsername,
  isOlderId,
  isResourceId,
  newResourceId,
  parseName,
  randomBase62,
} from "./names.ts";

describe("resource ids", () => {
  test.each(["a", "A1", "note-7", "x".repeat(36), "1a"])("%s is valid", (id) => {
    expect(isResourceId(id)).toBe(true);
  });
  test.each(["", "-a", "a-", "a_b", "é", "123", "x".repeat(37), "a/b", "a\n"])(
    "%j is invalid",
    (id) => {
      expect(isResourceId(id)).toBe(false);
    },
  );
  test("all digits are an id of the older form", () => {
    expect(isOlderId("42")).toBe(true);
    expect(isOlderId("4a")).toBe(false);
  });
  test("generated ids have 22 characters and a letter, even if the first attempts have none", () => {
    let call = 0;
    const id = newResourceId((count) => {
      call += 1;
      return new Uint8Array(count).fill(call < 3 ? 1 : 40);
    });
    expect(id).toHaveLength(22);
    expect(isResourceId(id)).toBe(true);
  });
  test("bytes that would favour some letters are discarded", () => {
    let next = 247;
    const text = randomBase62(2, (count) => Uint8Array.from({ length: count }, () => next++));
    expect(text[0]).toBe("z");
    expect(text[1]).toBe("0");
  });
});

describe("names", () => {
  test("parseName accepts one collection only", () => {
    expect(parseName("memos", "memos/abc")).toBe("abc");
    expect(parseName("memos", "memos/12")).toBe("12");
    expect(parseName("memos", "users/abc")).toBeNull();
    expect(parseName("memos", "memos/")).toBeNull();
    expect(parseName("memos", "memos/a/b")).toBeNull();
  });
  test("a username may not be reserved, all digits, or longer than 36", () => {
    expect(checkUsername("username", "alice").ok).toBe(true);
    for (const name of ["local", "LOCAL", "12", "x".repeat(37), "a b"]) {
      expect(checkUsername("username", name)).toMatchObject({
        ok: false,
        error: { code: "INVALID_ARGUMENT", fields: [{ field: "username" }] },
      });
    }
  });
});
