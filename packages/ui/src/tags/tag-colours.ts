import type { TagStyle } from "@tidemark/core/setting";
import type { TagLook, TagLooks } from "./looks.ts";

/** Available colours, of medium lightness to be visible in both themes. */
export const tagColours = {
  red: "#c4554d",
  amber: "#b07a2a",
  green: "#5b8f3e",
  teal: "#3e8f87",
  blue: "#4a78c4",
  violet: "#7d64c0",
  pink: "#b8578f",
  grey: "#7d7a73",
} as const;

export type TagColour = keyof typeof tagColours;

type Floats = NonNullable<TagStyle["backgroundColor"]>;

const channels = [1, 3, 5] as const;

/** Returns a colour as stored in settings: channels from 0 to 1. */
export function floatsOf(colour: TagColour): Floats {
  const [red = 0, green = 0, blue = 0] = channels.map(
    (at) => Number.parseInt(tagColours[colour].slice(at, at + 2), 16) / 255,
  );
  return { red, green, blue };
}

/** Returns the CSS colour; null for a fully transparent one. */
export function cssOf({ red, green, blue, alpha }: Floats): string | null {
  if (alpha === 0) return null;
  return `rgb(${[red, green, blue].map((part) => Math.round(part * 255)).join(" ")})`;
}

/** Returns the name of a colour; null for one that another client chose. */
export function offeredColour(colour: Floats): TagColour | null {
  const css = cssOf(colour);
  const names = Object.keys(tagColours) as TagColour[];
  return names.find((name) => cssOf(floatsOf(name)) === css) ?? null;
}

/** Converts the user's tag settings to styles. */
export function looksOf(styles: Readonly<Record<string, TagStyle>>): TagLooks {
  return Object.fromEntries(
    Object.entries(styles).map(([tag, { backgroundColor, blurContent }]): [string, TagLook] => [
      tag,
      {
        colour: backgroundColor === undefined ? null : cssOf(backgroundColor),
        isBlurred: blurContent,
      },
    ]),
  );
}
