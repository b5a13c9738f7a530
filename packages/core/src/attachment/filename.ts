import { utf8ToBytes } from "@noble/hashes/utils.js";
import { invalidField, type AppError } from "../errors.ts";
import { err, ok, type Result } from "../result.ts";

const maxFilenameBytes = 255;
// Separators of any system, and control characters: C0, DEL and C1.
const refusedCharacter = /[/\\\p{Cc}]/u;

/** The name of a file as it is kept: as given, once it can be none but a plain name (decisions.md §5). */
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

/** `IMG_1.HEIC` → `img_1`: what the files of one moving picture have in common. */
export function filenameStem(filename: string): string {
  const dot = filename.lastIndexOf(".");
  return (dot > 0 ? filename.slice(0, dot) : filename).toLowerCase();
}
