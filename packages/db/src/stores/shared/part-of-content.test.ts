import { deriveMemo } from "@tidemark/core/markdown";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../../../../../scripts/property-runs.ts";
import { fromPart, partsEnd, toPart } from "./part-of-content.ts";

test.each([
  ["The tide comes in", "The tide comes in", " 0 17"],
  ["The tide comes in", "# The tide\n\n comes in, and", " 2 19"],
  ["The tide comes ...", "> The tide\ncomes in", " 2 14."],
  ["The tide comes in", "The ebb. The tide comes in", " 9 17"],
  // Texts that aren't part of the content, or are too short to gain, are repeated.
  ["The tide comes in", "The *tide* comes in", "The tide comes in"],
  ["The tide", "The tide", "The tide"],
  ["", "text", ""],
])("%j of %j is stored as %j", (text, content, stored) => {
  expect(toPart(text, content)).toBe(stored);
  expect(fromPart(stored, content)).toBe(text);
});

test("a text far into the content is repeated", () => {
  const content = `${"x".repeat(partsEnd - 10)} the tide comes in`;
  expect(toPart("the tide comes in", content)).toBe("the tide comes in");
});

test("every title and snippet is read as derived", () => {
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
      for (const text of [property.title, snippet]) {
        expect(fromPart(toPart(text, content), content)).toBe(text);
        // A whole text must never be taken for a part.
        expect(fromPart(text, content)).toBe(text);
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});
