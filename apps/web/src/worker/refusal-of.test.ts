import { OpenDatabaseError } from "@tidemark/db";
import { expect, test } from "vitest";
import { refusalOf } from "./refusal-of.ts";

test("A40f · a database that a newer version has migrated is recognized", () => {
  const error = new OpenDatabaseError("schema-too-new", "/tidemark.db", "its schema is too new");
  expect(refusalOf(error)).toEqual({
    reason: "outdated",
    message: "/tidemark.db: its schema is too new",
  });
});

test("a database that another tab has open, or that can't be opened, is told apart", () => {
  const taken = new DOMException("It is open.", "NoModificationAllowedError");
  expect(refusalOf(taken)).toEqual({ reason: "elsewhere", message: "It is open." });
  const damaged = new OpenDatabaseError("damaged", "/tidemark.db", "it is damaged");
  expect(refusalOf(damaged).reason).toBe("failed");
  expect(refusalOf("odd")).toEqual({ reason: "failed", message: "odd" });
});
