import { utf8Length } from "@tidemark/core";

/** Allocates paths in an export that are unique even on case-insensitive file systems. */
export class ExportNames {
  readonly #taken = new Set<string>();

  /** Returns `folder/words` plus the ending, with a number if that is taken. */
  take(folder: string, words: string, ending: string): string {
    for (let count = 1; ; count += 1) {
      const path = `${folder}/${words}${count === 1 ? "" : ` (${count})`}${ending}`;
      const key = path.normalize("NFC").toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      return path;
    }
  }
}

const refused = /[<>:"/\\|?*#^[\]\p{Cc}\p{Bidi_Control}]/gu;
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Converts words to a path segment that is valid on every system. */
export function plainName(words: string, maxCharacters: number): string {
  const plain = [...words.toWellFormed().replaceAll(refused, " ").replaceAll(/\s+/g, " ").trim()];
  let name = plain.slice(0, maxCharacters).join("");
  while (utf8Length(name) > 180) name = [...name].slice(0, -1).join("");
  name = name
    .replaceAll(/[. ]+$/g, "")
    .replaceAll(/^\.+/g, "")
    .trim();
  return reserved.test(name) ? `_${name}` : name;
}

/** Like `plainName`, for a filename, keeping its extension. */
export function plainFilename(filename: string): string {
  const dot = filename.lastIndexOf(".");
  const ending = dot > 0 ? plainName(filename.slice(dot + 1), 12) : "";
  const stem = plainName(dot > 0 ? filename.slice(0, dot) : filename, 80) || "file";
  return ending === "" ? stem : `${stem}.${ending}`;
}
