import { deriveMemo } from "@tidemark/core/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { fromPart } from "./part-of-content.ts";

test.each([
  ["The tide comes in", "The tide comes in", " 0 17"],
  ["The tide comes in", "# The tide\n\n comes in, and", " 2 19"],
  ["The tide comes ...", "> The tide\ncomes in", " 2 14."],
  ["The tide comes in", "The ebb. The tide comes in", " 9 17"],
  ["The tide comes in", "The *tide* comes in", "The tide comes in"],
  ["", "text", ""],
])("%j of %j is read from %j", (text, content, stored) => {
  expect(fromPart(stored, content)).toBe(text);
});

test("a derived text is never taken for a part", () => {
  const piece = fc.constantFrom(
    ..."# |> |- [ ] |`|*|**|\n|\n\n|  | |the tide|ebb and flow|日本|é|👩‍👩‍👧|\u00a0|...| ...|0 12.|#tag|[a](b)".split(
      "|",
    ),
  );
  const contents = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 60 }).map((all) => all.join("")),
  );
  fc.assert(
    fc.property(contents, (content) => {
      const { property, snippet } = deriveMemo(content);
      for (const text of [property.title, snippet]) expect(fromPart(text, content)).toBe(text);
    }),
    { numRuns: propertyRuns(500) },
  );
});
