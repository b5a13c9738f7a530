import { auditFilterSchema, compileFilter } from "@tidemark/core/filter";
import { expect, test } from "vitest";
import { filterOf } from "./log-filter.ts";

test("an event and a person become a filter of the API", () => {
  expect(filterOf({ action: null, person: " " })).toBe("");
  expect(filterOf({ action: "signin.failed", person: "" })).toBe('action == "signin.failed"');
  expect(filterOf({ action: "role.raised", person: " @bob " })).toBe(
    'action == "role.raised" && (actor == "users/bob" || target == "users/bob")',
  );
  expect(filterOf({ action: null, person: "users/bob" })).toBe(
    '(actor == "users/bob" || target == "users/bob")',
  );
});

test("whatever is typed as a name stays text in the filter", () => {
  for (const person of ['a" || true || actor == "', "\\", "\u2028", "a\nb"]) {
    const filter = filterOf({ action: null, person: `x${person}x` });
    const compiled = compileFilter(filter, { schema: auditFilterSchema, nowMs: 0 });
    expect([person, compiled.ok]).toEqual([person, true]);
  }
});
