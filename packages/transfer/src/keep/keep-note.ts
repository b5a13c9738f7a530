import { z } from "zod";

const microseconds = z.number().int().nonnegative();

/** Schema of a note in a Takeout export; old exports lack some fields. */
export const keepNoteSchema = z.object({
  title: z.string().default(""),
  textContent: z.string().default(""),
  listContent: z
    .array(z.object({ text: z.string().default(""), isChecked: z.boolean().default(false) }))
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

/** URL without the punctuation of a sentence after it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?()[\]{}]/gi;

/** Returns the Markdown of a note: title, text, list items as tasks, and links of its annotations. */
export function keepText({ title, textContent, listContent, annotations }: KeepNote): string {
  const heading = title.replaceAll(/\s+/g, " ").trim();
  const items = listContent.map(
    ({ text, isChecked }) => `- [${isChecked ? "x" : " "}] ${text.replaceAll(/\s+/g, " ").trim()}`,
  );
  const said = new Set(textContent.match(address));
  const isSaid = (url: string): boolean => said.has(url.match(address)?.[0] ?? url);
  const links = annotations.flatMap(({ url, title: name }) => {
    if (!/^https?:\/\/\S+$/i.test(url) || isSaid(url)) return [];
    const words = name.replaceAll(/[[\]\\]/g, (character) => `\\${character}`).trim();
    return [words === "" ? `<${url}>` : `[${words}](<${url}>)`];
  });
  return [
    heading === "" ? "" : `# ${heading}`,
    textContent.trim(),
    items.join("\n"),
    links.join("\n\n"),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
