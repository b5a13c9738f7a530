import { readTag } from "../tag-syntax.ts";

/** Why what was typed is no tag: nothing is left of it, or this is what cannot be where it is. */
export type TagFault =
  | { readonly kind: "empty" | "blank" | "slash" | "long" }
  | { readonly kind: "character"; readonly character: string };

export type TagName =
  | { readonly ok: true; readonly tag: string }
  | { readonly ok: false; readonly fault: TagFault };

/**
 * Reads a tag that somebody typed by itself, with or without its `#`, blanks around it left out. It is
 * one where a text would have it whole. Rules M3–M5.
 */
export function readTagName(typed: string): TagName {
  const wanted = typed.trim().replace(/^#+/u, "");
  if (wanted === "") return { ok: false, fault: { kind: "empty" } };
  const tag = readTag(`#${wanted}`, 0, wanted.length + 1);
  return tag === wanted ? { ok: true, tag } : { ok: false, fault: faultAt(wanted, tag.length) };
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

/** In code points. */
const maxLength = 100;
/** What a tag that was cut may lose at its end. */
const maxLost = 10;
