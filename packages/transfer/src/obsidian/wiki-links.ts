import type { TextPart } from "../model.ts";
import type { NoteContext } from "../markdown/read-notes.ts";
import { isNote } from "../archive/note-name.ts";
import { stemOf } from "../markdown/note-index.ts";
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
  const { words, width } = shownWords(bar === null ? "" : inside.slice(bar.index + bar[0].length));
  // Other programs allow `#` in names.
  const exact = whole.includes("#") ? context.index.byName(context.path, whole) : null;
  const [name = "", ...below] =
    exact === null ? whole.split("#").map((part) => part.trim()) : [whole.trim()];
  const places = below.filter((part) => part !== "" && !part.startsWith("^"));
  if (name === "") {
    // A heading or block of the same note.
    return [words || places.join(" > ") || whole.trim()];
  }
  const found = exact ?? context.index.byName(context.path, name);
  if (found === null) {
    context.missing({ address: name, raw: name, isShown: isEmbed });
    return null;
  }
  const target = context.target(found, isEmbed);
  if (target.to === "nothing") return null;
  const otherwise = encodeURI(found).replaceAll("(", "%28").replaceAll(")", "%29");
  const part = { ...target, otherwise };
  if (isEmbed && target.to === "file" && picture.test(found)) {
    const alt = linkWords(words || lastOf(found));
    return [`![${width === "" ? alt : `${alt}${bar?.[0] ?? "|"}${width}`}](`, part, ")"];
  }
  const usual = [isNote(found) ? nameOf(name, found) : lastOf(found), ...places].join(" > ");
  const shown = isEmbed ? words : [words, width].filter((each) => each !== "").join("|");
  return [`[${linkWords(shown || usual)}](`, part, ")"];
}

/** Splits the words behind the bar from the width of a picture behind them: `words|100`. */
function shownWords(source: string): { readonly words: string; readonly width: string } {
  const last = /(?:^|\\?\|)([^|]*)$/.exec(source);
  const width = last?.[1]?.trim() ?? "";
  if (last === null || !size.test(width)) return { words: source.trim(), width: "" };
  return { words: source.slice(0, last.index).trim(), width };
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Returns a note's name as in the link, without folders and extension. */
function nameOf(name: string, found: string): string {
  const last = lastOf(name).replace(/\.md$/i, "");
  return last === "" ? stemOf(found) : last;
}
