import { deriveMemo, retag } from "@tidemark/core/markdown";
import { hasChosenTag, readTagChoice } from "@tidemark/core/tag-branch";

/**
 * Adds the tag of a filter (`work`, or `work/*`) to a text that the filter wouldn't show. Returns the text
 * unchanged if it has no position for the tag.
 */
export function withTag(content: string, choice: string): string {
  if (hasChosenTag(deriveMemo(content).tags, choice)) return content;
  const { tag } = readTagChoice(choice);
  return retag(content, { add: [tag], remove: [] })?.content ?? content;
}
