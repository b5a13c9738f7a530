import { isInBranch } from "@tidemark/core/tag-branch";
import { create } from "zustand";

/** Style of a tag and its subtags. */
export interface TagLook {
  /** CSS colour; null for the default or the parent tag's colour. */
  readonly colour: string | null;
  readonly isBlurred: boolean;
}

export type TagLooks = Readonly<Record<string, TagLook>>;

const storageKey = "tidemark:tag-looks";

/** Returns the last stored styles, to draw colours before the host has answered. */
export function storedLooks(): TagLooks {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as TagLooks) : {};
  } catch {
    return {};
  }
}

/** Styles of the user's tags; null until the host has answered. Stored ones may lack a new blur. */
export const useTagLooks = create<{ readonly looks: TagLooks | null }>(() => ({ looks: null }));

/** Applies tag styles, and stores them for the next start. */
export function showLooks(looks: TagLooks): void {
  localStorage.setItem(storageKey, JSON.stringify(looks));
  useTagLooks.setState({ looks });
  drawLooks(looks);
}

/** Returns true if one of the tags, or a parent of one, is blurred, or may be while that is unknown. */
export function isBlurredBy(tags: readonly string[], looks: TagLooks | null): boolean {
  if (looks === null) return tags.length > 0;
  return Object.entries(looks).some(
    ([blurred, look]) => look.isBlurred && tags.some((tag) => isInBranch(tag, blurred)),
  );
}

/**
 * Returns a CSS rule for each coloured tag, for elements with `data-tag`. Longer tags are later, so subtags
 * win.
 */
export function rulesOf(looks: TagLooks): string {
  return Object.entries(looks)
    .toSorted(([one], [other]) => one.length - other.length)
    .flatMap(([tag, { colour }]) => {
      if (colour === null || !/^rgb\([\d\s.]+\)$/.test(colour)) return [];
      const tint = `color-mix(in srgb, ${colour} 16%, transparent)`;
      return [
        `[data-tag=${quoted(tag)}],[data-tag^=${quoted(`${tag}/`)}]` +
          `{--tone:${colour};--tag-tint:${tint};--tag-ink:var(--text);--tag-outset:0px;--tag-dot:block}`,
      ];
    })
    .join("\n");
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, "\\$&").replaceAll("\n", "")}"`;
}

let sheet: CSSStyleSheet | null = null;

function drawLooks(looks: TagLooks): void {
  if (!("adoptedStyleSheets" in document)) return;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(rulesOf(looks));
}

drawLooks(storedLooks());
