import { isInBranch } from "@tidemark/core/tag-branch";
import { create } from "zustand";

/** How a tag looks, with what is under it. */
export interface TagLook {
  /** As CSS has it; null: like any other, or as the tag above it. */
  readonly colour: string | null;
  readonly isBlurred: boolean;
}

export type TagLooks = Readonly<Record<string, TagLook>>;

const storageKey = "tidemark:tag-looks";

/** What was known last: nothing that is blurred is seen before the host has answered. */
function stored(): TagLooks {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as TagLooks) : {};
  } catch {
    return {};
  }
}

/** The looks of the user's tags, as they were when the host said it last. */
export const useTagLooks = create<{ readonly looks: TagLooks }>(() => ({ looks: stored() }));

/** Shows tags with these looks from now on, and at the next start before the host is asked. */
export function showLooks(looks: TagLooks): void {
  localStorage.setItem(storageKey, JSON.stringify(looks));
  useTagLooks.setState({ looks });
  drawLooks(looks);
}

/** Whether a memo with these tags is blurred: one of them is, or is under one that is. */
export function isBlurredBy(tags: readonly string[], looks: TagLooks): boolean {
  return Object.entries(looks).some(
    ([blurred, look]) => look.isBlurred && tags.some((tag) => isInBranch(tag, blurred)),
  );
}

/**
 * One rule for each tag with a colour, for whatever says by `data-tag` of which tag it is: those further
 * down a branch come later, and win.
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

drawLooks(useTagLooks.getState().looks);
