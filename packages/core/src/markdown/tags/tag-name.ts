import { readTag } from "../tag-syntax.ts";

/** Reason why the input isn't a tag: it is empty, or this is invalid at its position. */
export type TagFault =
  | { readonly kind: "empty" | "blank" | "slash" | "long" }
  | { readonly kind: "character"; readonly character: string };

export type TagName =
  | { readonly ok: true; readonly tag: string }
  | { readonly ok: false; readonly fault: TagFault };

/**
 * Parses a tag that a user typed, with or without `#`, trimmed. It is valid if a text would parse all of it
 * as one tag. Returned in NFC. Rules M3–M5.
 */
export function readTagName(typed: string): TagName {
  const wanted = typed.trim().replace(/^#+/u, "");
  if (wanted === "") return { ok: false, fault: { kind: "empty" } };
  const tag = readTag(`#${wanted}`, 0, wanted.length + 1);
  return tag === wanted
    ? { ok: true, tag: tag.normalize() }
    : { ok: false, fault: faultAt(wanted, tag.length) };
}

function faultAt(wanted: string, at: number): TagFault {
  const length = [...wanted].length;
  if (length > maxLength && [...wanted.slice(0, at)].length > maxLength - maxLost) {
    return { kind: "long" };
  }
  const [character = ""] = wanted.slice(at);
  if (/\s/u.test(character)) return { kind: "blank" };
  return character === "/" ? { kind: "slash" } : { kind: "character", character };
}

/** Maximum length in code points. */
const maxLength = 100;
/** Maximum number of characters that a cut tag may lose at its end. */
const maxLost = 10;
