import { tagRanges } from "@tidemark/core/markdown";
import type { TidemarkClient } from "../data/client.tsx";
import { firstLine } from "./first-line.ts";

/** A memo with the tag `#template`, or one under it. */
export interface Template {
  readonly id: string;
  readonly tags: readonly string[];
  readonly name: string;
  /** What it inserts: its text without the tags that make it a template. */
  readonly text: string;
  /** Its tags that begin with `template`, in lower case. */
  readonly kinds: readonly string[];
}

const maxTemplates = 200;

/** The user's templates, newest first. */
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

/** The text without the tags of a template; a line that held nothing else goes with them. */
export function withoutTemplateTags(content: string): string {
  let text = content;
  for (const { from, to, tag } of tagRanges(content).toReversed()) {
    if (!isTemplateTag(tag)) continue;
    const start = text.lastIndexOf("\n", from - 1) + 1;
    const end = text.indexOf("\n", to) === -1 ? text.length : text.indexOf("\n", to);
    const isAlone = (text.slice(start, from) + text.slice(to, end)).trim() === "";
    text = isAlone
      ? text.slice(0, start) + text.slice(end + 1)
      : // One of the two blanks around it goes too.
        text.slice(0, from).replace(/[ \t]$/, "") + text.slice(to);
  }
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}
