import { dropDerived, keepDerived } from "../../commit/derived-ahead.ts";
import { isObject } from "../../json/own-json.ts";
import { normaliseText } from "../../markdown/index.ts";
import type { MemoDerived } from "../../model/memo.ts";
import type { WireChange } from "../protocol/messages.ts";
import type { RowsAhead } from "./in-parts.ts";

/** Derives what follows from texts (`deriveMemo`) apart from this thread; in their order. */
export type DeriveTexts = (contents: readonly string[]) => Promise<readonly MemoDerived[]>;

/**
 * Has the texts of memos derived before their rows are taken. What cannot be had so is derived when it
 * is written, as ever.
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
        // The thread is gone: nothing was kept.
      }
    },
    drop: dropDerived,
  };
}

/** The text of a memo's row as it is going to be stored. The row is judged when it is taken. */
function contentOf({ kind, row }: WireChange): readonly string[] {
  if (kind !== "memo" || !isObject(row) || !isObject(row["text"])) return [];
  const { content } = row["text"];
  return typeof content === "string" ? [normaliseText(content)] : [];
}
