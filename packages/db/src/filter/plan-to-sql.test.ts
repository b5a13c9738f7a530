import { compileFilter, memoFilterSchema, type FilterPlan } from "@tidemark/core/filter";
import { FilterTimeoutError } from "@tidemark/core";
import { describe, expect, test } from "vitest";
import { openSqliteConnection } from "../../tests/engine.ts";
import { planToSql } from "./plan-to-sql.ts";
import { registerFilterFunctions } from "./register-functions.ts";
import { sqliteFilter } from "./sqlite-filter.ts";

function compile(cel: string): FilterPlan {
  const compiled = compileFilter(cel, { schema: memoFilterSchema, nowMs: 0 });
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}

function rendered(cel: string) {
  return planToSql(compile(cel), sqliteFilter, { alias: "m" });
}

describe("F1 · SQL carries values as bindings only", () => {
  test.each([
    ["creator == \"x' OR '1'='1\"", ["x' OR '1'='1"]],
    ["content.contains('it\\'s')", ['"it\'" AND "t\'s"', "%it's%", "\u017f", "contains", "it's"]],
    ['"a?" in tags', ["a?"]],
    ["space == 'spaces/a'", ["spaces/a"]],
  ])("%s", (cel, parameters) => {
    const query = rendered(cel);
    expect(query.parameters).toEqual(parameters);
    expect(query.sql).not.toContain("it's");
    expect(query.sql).not.toContain("OR '1'");
  });

  test("numbers are bound as 64-bit integers, never as floating point", () => {
    const { parameters } = rendered(
      "created_ts > timestamp(5) && size(content) > 9007199254740993",
    );
    expect(parameters).toEqual([5000n, 9007199254740993n]);
  });

  test("visibility is compared as its number, and an unknown name matches nothing", () => {
    expect(rendered("visibility == 'PUBLIC'").parameters).toEqual([3n]);
    expect(rendered("visibility == 'public'").parameters).toEqual([-1n]);
    expect(rendered("visibility in ['PUBLIC', 'nothing', 'PRIVATE']").parameters).toEqual([0n, 3n]);
  });
});

describe("F15 · the largest filters run", () => {
  test.each([
    ["400 terms joined by ||", Array(400).fill("pinned").join(" || ")],
    ["330 terms joined by &&", Array(330).fill("!has_link").join(" && ")],
    ["60 negated brackets", `${"!(".repeat(60)}pinned${")".repeat(60)}`],
    ["60 ternaries", `${"pinned ? ".repeat(60)}true${" : false".repeat(60)}`],
    ["60 equalities", Array(60).fill("pinned").join(" == ")],
    ["a list of 900", `creator in [${Array(900).fill("'u'").join()}]`],
    ["tags of 300", `tag in [${Array(300).fill("'u'").join()}]`],
    [
      "a list unrolled",
      `[${Array(60).fill("1").join()}].exists(x, size(tags) == x || size(content) == x)`,
    ],
    ["texts joined", `${Array(60).fill("visibility").join(" + ")} == ''`],
  ])("%s", (_what, cel) => {
    const connection = openSqliteConnection({ file: ":memory:", readonly: false });
    connection.exec(
      `CREATE TABLE memo (pk INTEGER PRIMARY KEY, creator, content, visibility, pinned, has_link);
       CREATE TABLE memo_tag (tag, memo_pk);
       INSERT INTO memo VALUES (1, 'u', 'text', 1, 1, 0);`,
    );
    const query = rendered(cel);
    const rows = connection.all(`SELECT pk FROM memo AS m WHERE ${query.sql}`, [
      ...(query.parameters as (string | bigint)[]),
    ]);
    const rest = connection.all(`SELECT pk FROM memo AS m WHERE NOT ${query.sql}`, [
      ...(query.parameters as (string | bigint)[]),
    ]);
    connection.close();
    expect(rows.length + rest.length).toBe(1);
  });
});

describe("F7 · patterns in a query share one time budget", () => {
  type Body = (...parameters: unknown[]) => unknown;

  function functionsWith(regexBudgetMs: number): Map<string, Body> {
    const functions = new Map<string, Body>();
    const host = { function: (name: string, _: unknown, body: Body) => functions.set(name, body) };
    registerFilterFunctions(host, { regexBudgetMs });
    return functions;
  }

  test("a query past its budget is stopped, and the next one gets a new budget", async () => {
    const matches = functionsWith(-1).get("tidemark_re2");
    expect(matches?.("a+", "caat")).toBe(1n);
    expect(() => matches?.("a+", "caat")).toThrow(FilterTimeoutError);
    await Promise.resolve();
    expect(matches?.("a+", "dog")).toBe(0n);
  });

  test("a pattern that does not compile throws instead of matching nothing", () => {
    expect(() => functionsWith(1000).get("tidemark_re2")?.("(?=a)", "a")).toThrow("tidemark_re2");
  });
});
