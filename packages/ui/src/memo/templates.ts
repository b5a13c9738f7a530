import { tagRanges } from "@tidemark/core/markdown";
import type { TidemarkClient } from "../data/client.tsx";
import { firstLine } from "./first-line.ts";

/** Template: a memo with the tag `#template` or a subtag. */
export interface Template {
  readonly id: string;
  readonly tags: readonly string[];
  readonly name: string;
  /** Inserted text: the memo's text without its template tags. */
  readonly text: string;
  /** Template tags of the memo, in lower case. */
  readonly kinds: readonly string[];
}

const maxTemplates = 200;

/** Returns the user's templates, newest first. */
export async function listTemplates(
  client: TidemarkClient,
  signal?: AbortSignal,
): Promise<Template[]> {
  const page = await client.memos.list.query(
    { search: "#template/*", pageSize: maxTemplates },
    signal === undefined ? {} : { signal },
  );
  return page.memos
    .filter(({ author }) => author === null)
    .map(({ id, content, tags }) => {
      const text = withoutTemplateTags(content);
      const kinds = tags.map((tag) => tag.toLowerCase()).filter(isTemplateTag);
      return { id, tags, name: firstLine(text), text, kinds };
    });
}

function isTemplateTag(tag: string): boolean {
  return /^template(?:\/|$)/i.test(tag);
}

/** Removes the template tags from a text, and lines that contained only them. */
export function withoutTemplateTags(content: string): string {
  let text = content;
  for (const { from, to, tag } of tagRanges(content).toReversed()) {
    if (!isTemplateTag(tag)) continue;
    const start = text.lastIndexOf("\n", from - 1) + 1;
    const end = text.indexOf("\n", to) === -1 ? text.length : text.indexOf("\n", to);
    const isAlone = (text.slice(start, from) + text.slice(to, end)).trim() === "";
    text = isAlone
      ? text.slice(0, start) + text.slice(end + 1)
      : // Removes one of the two blanks around the tag.
        text.slice(0, from).replace(/[ \t]$/, "") + text.slice(to);
  }
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
