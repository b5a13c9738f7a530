import { afterEach, expect, test, vi } from "vitest";
import { dateFormat } from "./date-format.ts";

afterEach(() => void vi.restoreAllMocks());

const options = { timeStyle: "short" } as const;

test("formats are cached, until the time zone changes", () => {
  const first = dateFormat("de", options);
  expect(dateFormat("de", { timeStyle: "short" })).toBe(first);
  expect(dateFormat("en", options)).not.toBe(first);
  expect(dateFormat("de", { timeStyle: "medium" })).not.toBe(first);
  vi.spyOn(Date.prototype, "getTimezoneOffset").mockReturnValue(-570);
  expect(dateFormat("de", options)).not.toBe(first);
});
