import { compileFilter, evaluatePlan, memoFilterSchema } from "@tidemark/core/filter";
import { deriveMemo } from "@tidemark/core/markdown";
import { corpusEndMs, generateMemos } from "../corpus.ts";
import { rate } from "../measure.ts";
import type { Suite } from "../suite.ts";

// Speed of filters without a database: compiling one of four parts, and evaluating one of four parts without
// text search on a memo in memory, as live views do when memos change.

export const filter: Suite = {
  name: "filter",
  async open() {
    const compiles = 500;
    const predicate = evaluatePlan(compile(untexted));
    const memos = [...generateMemos("one-owner", 1000)].map(({ content, creator, createdMs }) => {
      const { tags, property } = deriveMemo(content);
      return {
        ...property,
        content,
        creator,
        createdMs,
        updatedMs: createdMs,
        tags,
        pinned: false,
        visibility: "PRIVATE" as const,
        space: null,
        hasLocation: false,
      };
    });
    const passes = 100;
    return {
      cases: [
        rate("compile", 60_000, compiles, () => {
          for (let run = 0; run < compiles; run += 1) compile(fourParts);
        }),
        rate("evaluate", 3_000_000, passes * memos.length, () => {
          let matches = 0;
          for (let pass = 0; pass < passes; pass += 1) {
            for (const memo of memos) if (predicate(memo)) matches += 1;
          }
          if (matches === 0 || matches === passes * memos.length) {
            throw new Error("a filter that takes all or nothing measures nothing");
          }
        }),
      ],
      [Symbol.asyncDispose]: async () => undefined,
    };
  },
};

const fourParts =
  '"work" in tags && content.contains("lighthouse") && created_ts >= timestamp("2025-01-01T00:00:00Z") && !pinned';
const untexted =
  'visibility == "PRIVATE" && !pinned && created_ts >= timestamp("2024-01-01T00:00:00Z") && "work" in tags';

function compile(source: string) {
  const plan = compileFilter(source, { schema: memoFilterSchema, nowMs: corpusEndMs });
  if (!plan.ok) throw new Error(`the filter does not compile: ${plan.error.message}`);
  return plan.value;
}
