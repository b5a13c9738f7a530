import { dropDerived, keepDerived } from "../../commit/derived-ahead.ts";
import { isObject } from "../../json/own-json.ts";
import { normaliseText } from "../../markdown/index.ts";
import type { MemoDerived } from "../../model/memo.ts";
import type { WireChange } from "../protocol/messages.ts";
import type { RowsAhead } from "./in-parts.ts";

/** Derives memo fields from texts (`deriveMemo`) outside this thread; results in the order of the texts. */
export type DeriveTexts = (contents: readonly string[]) => Promise<readonly MemoDerived[]>;

/**
 * Derives the texts of memos before their rows are applied. If that fails, they are derived when they are
 * written.
 */
export function createDeriveAhead(deriveTexts: DeriveTexts): RowsAhead {
  return {
    async begin(changes) {
      const contents = changes.flatMap(contentOf);
      if (contents.length === 0) return;
      try {
        const derived = await deriveTexts(contents);
        for (const [at, content] of contents.entries()) {
          const known = derived[at];
          if (known !== undefined) keepDerived(content, known);
        }
      } catch {
        // The worker failed: nothing was cached.
      }
    },
    drop: dropDerived,
  };
}

/** Returns the memo text of a row as it will be stored. The row is validated later, when it is applied. */
function contentOf({ kind, row }: WireChange): readonly string[] {
  if (kind !== "memo" || !isObject(row) || !isObject(row["text"])) return [];
  const { content } = row["text"];
  return typeof content === "string" ? [normaliseText(content)] : [];
}
