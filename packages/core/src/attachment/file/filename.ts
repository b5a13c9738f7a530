import { utf8ToBytes } from "@noble/hashes/utils.js";
import { invalidField, type AppError } from "../../error/errors.ts";
import { err, ok, type Result } from "../../error/result.ts";

const maxCharacters = 255;
const maxBytes = 1024;
// Separators of any system, and control characters: C0, DEL and C1.
const refusedCharacter = /[/\\\p{Cc}]/u;

/**
 * Returns the name of a file as it is stored: as given, but shortened where it is too long. Errors:
 * INVALID_ARGUMENT for anything but a plain name (docs/api-decisions.md §5).
 */
export function checkFilename(filename: string): Result<string, AppError> {
  const name = filename.toWellFormed();
  if (name.trim() === "") return err(invalidField("filename", "is required"));
  if (name === "." || name === "..") return err(invalidField("filename", "is not a name"));
  if (refusedCharacter.test(name)) {
    return err(invalidField("filename", "contains a path separator or a control character"));
  }
  return ok(shortenFilename(name));
}

const extension = /(?<=.)\.[^.\s]{1,32}$/u;
const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * Returns a name with at most 255 characters (code points) and 1,024 bytes of UTF-8. A longer one is cut
 * before its extension, between what readers see as characters (B18).
 */
export function shortenFilename(name: string): string {
  if (isShort(name)) return name;
  const ending = extension.exec(name.slice(-2 * maxBytes))?.[0] ?? "";
  // One byte a unit at least: what is cut off here would have had no room.
  const stem = name.slice(0, name.length - ending.length).slice(0, maxBytes + 1);
  const parts = Array.from(graphemes.segment(stem), ({ segment }) => segment);
  // A cluster of marks can be too long by itself.
  return (fitting(parts, ending) || fitting([...stem], ending)) + ending;
}

function isShort(name: string): boolean {
  // Most names need no counting: a character has one or two UTF-16 units, and those one to three bytes.
  if (name.length <= maxCharacters) return true;
  return (
    name.length <= maxBytes && [...name].length <= maxCharacters && byteLength(name) <= maxBytes
  );
}

/** As many of the parts, from the first on, as there is room for beside the ending. */
function fitting(parts: readonly string[], ending: string): string {
  let [characters, bytes] = [[...ending].length, byteLength(ending)];
  let stem = "";
  for (const part of parts) {
    characters += [...part].length;
    bytes += byteLength(part);
    if (characters > maxCharacters || bytes > maxBytes) break;
    stem += part;
  }
  return stem;
}

function byteLength(text: string): number {
  return utf8ToBytes(text).length;
}

// What turns the direction of what stands around it (Unicode's Bidi_Control), and zero-width blanks
// and the like, which are not seen at all: marks of format.
const unseen = /[\p{Bidi_Control}\u200B\u2028\u2029\u2060\uFEFF]/gu;

/**
 * A file's name as it is shown and sent: as it is kept, but for characters that would make it look
 * like another one, such as U+202E, which shows `exe.jpg` for `gpj.exe`. Those are written as their
 * code points, so that the name is read from its beginning to its end.
 */
export function shownFilename(filename: string): string {
  return filename.replaceAll(
    unseen,
    (character) =>
      `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/** `IMG_1.HEIC` → `img_1`: what the files of one moving picture have in common. */
export function filenameStem(filename: string): string {
  const dot = filename.lastIndexOf(".");
  return (dot > 0 ? filename.slice(0, dot) : filename).toLowerCase();
}
