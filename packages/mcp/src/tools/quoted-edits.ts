import { type AppError, err, invalidField, ok, type Result } from "@tidemark/core";
import { z } from "zod";

/** Replacement of a passage of a text. */
export const quotedEdit = z.object({
  find: z.string().min(1).max(100_000).describe("Passage that occurs exactly once in the text."),
  replace: z.string().max(1_000_000).describe("Its new text; empty to remove it."),
});

export interface WantedEdits {
  readonly edits: readonly z.infer<typeof quotedEdit>[];
  /** Paragraph to add at the end; "" for none. */
  readonly append: string;
  /** Paragraph to add at the beginning; "" for none. */
  readonly prepend: string;
}

/**
 * Applies edits to a text, each to the result of the previous one. Fails with INVALID_ARGUMENT if a passage doesn't occur
 * exactly once, or if nothing is wanted.
 */
export function applyEdits(
  content: string,
  { edits, append, prepend }: WantedEdits,
): Result<string, AppError> {
  if (edits.length === 0 && append === "" && prepend === "") {
    return err(invalidField("edits", "has nothing to change"));
  }
  let text = content;
  for (const [at, { find, replace }] of edits.entries()) {
    const place = text.indexOf(find);
    if (place < 0) return err(invalidField(`edits[${at}].find`, "doesn't occur in the text"));
    if (text.indexOf(find, place + 1) >= 0) {
      return err(
        invalidField(`edits[${at}].find`, "occurs more than once; quote more of the text"),
      );
    }
    text = text.slice(0, place) + replace + text.slice(place + find.length);
  }
  return ok([prepend, text, append].filter((part) => part !== "").reduce(joined));
}

/** Joins two texts as paragraphs. */
function joined(above: string, below: string): string {
  const gap = /\n\s*\n$/.test(above) || above === "" ? "" : above.endsWith("\n") ? "\n" : "\n\n";
  return above + gap + below;
}
