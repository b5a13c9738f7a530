import { utf8ToBytes } from "@noble/hashes/utils.js";
import { invalidField, type AppError } from "../../error/errors.ts";
import { err, ok, type Result } from "../../error/result.ts";

const maxFilenameBytes = 255;
// Separators of any system, and control characters: C0, DEL and C1.
const refusedCharacter = /[/\\\p{Cc}]/u;

/**
 * The name of a file as it is kept: as given, once it can be none but a plain name
 * (docs/api-decisions.md §5).
 */
export function checkFilename(filename: string): Result<string, AppError> {
  const name = filename.toWellFormed();
  if (name.trim() === "") return err(invalidField("filename", "is required"));
  if (name === "." || name === "..") return err(invalidField("filename", "is not a name"));
  if (refusedCharacter.test(name)) {
    return err(invalidField("filename", "holds a path separator or a control character"));
  }
  if (utf8ToBytes(name).length > maxFilenameBytes) {
    return err(invalidField("filename", `is longer than ${maxFilenameBytes} bytes`));
  }
  return ok(name);
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
