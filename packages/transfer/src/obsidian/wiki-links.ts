import type { TextPart } from "../model.ts";
import type { NoteContext } from "../markdown/read-notes.ts";
import { isNote, stemOf } from "../markdown/note-index.ts";
import { linkWords } from "../text/rewrite.ts";

const picture = /\.(png|jpe?g|gif|webp|avif|bmp|svg|heic|tiff?)$/i;
const size = /^\d{1,4}(?:x\d{1,4})?$/;

/**
 * Converts `[[…]]` in an Obsidian note: `name#heading|words`, `name#^block`, `#heading`, and with `!`
 * before it an embedded picture, file or note. Names ignore case and surrounding blanks; in a table the
 * bar is escaped by a backslash. Returns null if no file has the name.
 */
export function wikiParts(
  context: NoteContext,
  inside: string,
  isEmbed: boolean,
): readonly TextPart[] | null {
  const bar = /\\?\|/.exec(inside);
  const whole = bar === null ? inside : inside.slice(0, bar.index);
  const words = bar === null ? "" : inside.slice(bar.index + bar[0].length).trim();
  const [name = "", ...below] = whole.split("#").map((part) => part.trim());
  const places = below.filter((part) => part !== "" && !part.startsWith("^"));
  if (name === "") {
    // A heading or block of the same note.
    return [words || places.join(" > ") || whole.trim()];
  }
  const found = context.index.byName(context.path, name);
  if (found === null) {
    if (isEmbed && /\.\w{1,5}$/.test(name) && !isNote(name)) context.missing(name);
    return null;
  }
  const target = context.target(found);
  if (target.to === "nothing") return null;
  const otherwise = encodeURI(found).replaceAll("(", "%28").replaceAll(")", "%29");
  const part = { ...target, otherwise };
  if (isEmbed && target.to === "file" && picture.test(found)) {
    const width = size.test(words) ? words : "";
    const alt = linkWords(width === "" ? words || lastOf(found) : lastOf(found));
    const shown = width === "" ? alt : `${alt}${bar?.[0] ?? "|"}${width}`;
    return [`![${shown}](`, part, ")"];
  }
  const shown = size.test(words) && isEmbed ? "" : words;
  const usual = [isNote(found) ? nameOf(name, found) : lastOf(found), ...places].join(" > ");
  return [`[${linkWords(shown || usual)}](`, part, ")"];
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns a note's name as in the link, without folders and extension. */
function nameOf(name: string, found: string): string {
  const last = lastOf(name).replace(/\.md$/i, "");
  return last === "" ? stemOf(found) : last;
}
