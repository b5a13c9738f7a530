import { z } from "zod";
import { addressesIn, asMarkdown, inlineMarkdown } from "../text/plain-text.ts";
import { keepFormatted } from "./keep-html.ts";

const microseconds = z.number().int().nonnegative();

/** Schema of a note in a Takeout export; old exports lack some fields. */
export const keepNoteSchema = z.object({
  title: z.string().default(""),
  textContent: z.string().default(""),
  textContentHtml: z.string().default(""),
  listContent: z
    .array(
      z.object({
        text: z.string().default(""),
        textHtml: z.string().default(""),
        isChecked: z.boolean().default(false),
      }),
    )
    .default([]),
  isTrashed: z.boolean(),
  isArchived: z.boolean(),
  isPinned: z.boolean(),
  color: z.string().default("DEFAULT"),
  labels: z.array(z.object({ name: z.string() })).default([]),
  attachments: z
    .array(z.object({ filePath: z.string(), mimetype: z.string().default("") }))
    .default([]),
  annotations: z
    .array(z.object({ url: z.string().default(""), title: z.string().default("") }))
    .default([]),
  sharees: z.array(z.unknown()).default([]),
  createdTimestampUsec: microseconds.optional(),
  userEditedTimestampUsec: microseconds.optional(),
});

export type KeepNote = z.infer<typeof keepNoteSchema>;

export interface KeepText {
  readonly markdown: string;
  /** True if words were underlined, which is lost. */
  readonly hasUnderlines: boolean;
}

/** Returns the Markdown of a note: title, text, list items as tasks, and links of its annotations. */
export function keepText(note: KeepNote): KeepText {
  const { title, textContent, textContentHtml, listContent, annotations, labels } = note;
  // Keep reads these as labels, so they stay labels.
  const tags = new Set(labels.map(({ name }) => name.toLowerCase()));
  let hasUnderlines = false;
  const formatted = (html: string, text: string): string => {
    const found = html === "" ? null : keepFormatted(html, text, tags);
    if (found === null) return asMarkdown(text.trim(), tags);
    hasUnderlines ||= found.hasUnderlines;
    return found.markdown;
  };
  const heading = inlineMarkdown(oneLine(title), tags);
  const items = listContent.map(({ text, textHtml, isChecked }) => {
    const words = textHtml === "" ? inlineMarkdown(oneLine(text), tags) : formatted(textHtml, text);
    return `- [${isChecked ? "x" : " "}] ${oneLine(words)}`;
  });
  const said = new Set(addressesIn(textContent));
  const isSaid = (url: string): boolean => said.has(addressesIn(url)[0] ?? url);
  const links = annotations.flatMap(({ url, title: name }) => {
    if (!/^https?:\/\/\S+$/i.test(url) || isSaid(url)) return [];
    const words = name.replaceAll(/[[\]\\]/g, (character) => `\\${character}`).trim();
    return [words === "" ? `<${url}>` : `[${words}](<${url}>)`];
  });
  const markdown = [
    heading === "" ? "" : `# ${heading}`,
    formatted(textContentHtml, textContent),
    items.join("\n"),
    links.join("\n\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
  return { markdown, hasUnderlines };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
