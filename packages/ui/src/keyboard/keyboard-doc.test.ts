import { join } from "node:path";
import { expect, test } from "vitest";
import { shortcutSections } from "../commands/commands.ts";
import { commandNames, sectionTitles } from "./strings.ts";

const intro = `# Keys

On macOS \`Cmd\` is in the place of \`Ctrl\`. *Settings, Shortcuts* turns single keys off; \`Ctrl+/\` shows this list in the app, and
\`?\` in the palette searches it.

A shortcut goes by the letter that the keyboard writes. On a keyboard of another script, such as Cyrillic or Arabic, it goes by the
key in the letter's place on an American keyboard; the list in the app shows the keys of yours. \`Ctrl+1\` to \`Ctrl+9\` are the
keys of the digits, even if a digit needs Shift. If a keyboard has \`\\\` behind AltGr, \`Ctrl+\\\` is the key in its place on an
American keyboard, for instance \`Ctrl+#\` on a German one.
`;

/** Notes above the keys of a section. */
const notes: { readonly [Title in keyof typeof sectionTitles]?: string } = {
  everyList: "Memos, tasks, files and messages alike.\n\n",
  inPanel: `The panel is beside the list, in windows of 1,200 px and more; in a narrower one the memo opens on its page. With \`Ctrl\` held,
a link in the panel to another memo opens that one there.

`,
};

// `npm run keys` writes the file.
test("docs/keyboard.md matches the table of commands", async () => {
  const written = shortcutSections.map(({ title, rows }) => {
    const lines = rows.map(
      ([id, keys]) => `| ${keys.map((key) => `\`${key}\``).join(", ")} | ${commandNames[id]} |\n`,
    );
    return `
## ${sectionTitles[title]}

${notes[title] ?? ""}| Keys | |
|---|---|
${lines.join("")}`;
  });
  const doc = join(import.meta.dirname, "../../../../docs/keyboard.md");
  await expect([intro, ...written].join("")).toMatchFileSnapshot(doc);
});
