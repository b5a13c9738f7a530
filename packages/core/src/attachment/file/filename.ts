import { utf8ToBytes } from "@noble/hashes/utils.js";
import { invalidField, type AppError } from "../../error/errors.ts";
import { err, ok, type Result } from "../../error/result.ts";

const maxCharacters = 255;
const maxBytes = 1024;
// Path separators of any system, and control characters: C0, DEL and C1.
const refusedCharacter = /[/\\\p{Cc}]/u;

/**
 * Returns a filename in its stored form, shortened if it is too long. Errors: INVALID_ARGUMENT for anything
 * but a plain name (docs/api-decisions.md §5).
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
 * Returns a name with at most 255 characters (code points) and 1,024 bytes of UTF-8. Cuts a longer one before
 * its extension, between grapheme clusters (B18).
 */
export function shortenFilename(name: string): string {
  if (isShort(name)) return name;
  const ending = extension.exec(name.slice(-2 * maxBytes))?.[0] ?? "";
  // A unit takes at least one byte, so the rest can't fit.
  const stem = name.slice(0, name.length - ending.length).slice(0, maxBytes + 1);
  const parts = Array.from(graphemes.segment(stem), ({ segment }) => segment);
  // A single grapheme cluster can be too long.
  return (fitting(parts, ending) || fitting([...stem], ending)) + ending;
}

function isShort(name: string): boolean {
  // Most names needn't be counted: a character has one or two UTF-16 units, and each unit one to three bytes.
  if (name.length <= maxCharacters) return true;
  return (
    name.length <= maxBytes && [...name].length <= maxCharacters && byteLength(name) <= maxBytes
  );
}

/** Returns as many of the first parts as fit beside the ending. */
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

// Characters that change the direction of adjacent text (Unicode's Bidi_Control), and invisible format
// characters such as zero-width spaces.
const unseen = /[\p{Bidi_Control}\u200B\u2028\u2029\u2060\uFEFF]/gu;

/**
 * Returns a file's name for display and headers. Replaces characters that would disguise the name by their
 * code points: for example U+202E shows `gpj.exe` as `exe.jpg`.
 */
export function shownFilename(filename: string): string {
  return filename.replaceAll(
    unseen,
    (character) =>
      `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`,
  );
}

/**
 * Returns the name without its extension, in lower case (`IMG_1.HEIC` → `img_1`). The files of one live photo
 * share it.
 */
export function filenameStem(filename: string): string {
  const dot = filename.lastIndexOf(".");
  return (dot > 0 ? filename.slice(0, dot) : filename).toLowerCase();
}
