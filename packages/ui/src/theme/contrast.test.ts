import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";

const css = readFileSync(resolve(import.meta.dirname, "tokens.css"), "utf8");

const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((match) => [
    match[1] ?? "",
    { light: match[2] ?? "", dark: match[3] ?? "" },
  ]),
);
const themes = ["light", "dark"] as const;
const backgrounds = ["canvas", "surface", "sunken"];
const inks = ["text", "text-2", "text-3", "accent", "accent-hover", "danger", "warn", "ok", "info"];

function colour(name: string, theme: "light" | "dark"): string {
  const found = colours.get(name);
  if (found === undefined) throw new Error(`no token --${name}`);
  return found[theme];
}

/** Relative luminance of an sRGB colour, WCAG 2.2. */
function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  // The design states its ratios to one decimal.
  return Math.round(((light + 0.05) / (dark + 0.05)) * 10) / 10;
}

describe.each(themes)("the %s theme", (theme) => {
  test.each(inks.flatMap((ink) => backgrounds.map((background) => [ink, background] as const)))(
    "%s on %s has a contrast of at least 5.1",
    (ink, background) => {
      expect(contrast(colour(ink, theme), colour(background, theme))).toBeGreaterThanOrEqual(5.1);
    },
  );

  test.each(["danger", "warn", "ok", "info", "accent"])(
    "%s and plain text stay readable on its soft background",
    (status) => {
      const soft = colour(`${status}-soft`, theme);
      expect(contrast(colour(status, theme), soft)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colour("text", theme), soft)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test("text on the accent has a contrast of at least 6.4", () => {
    expect(contrast(colour("on-accent", theme), colour("accent", theme))).toBeGreaterThanOrEqual(
      6.4,
    );
  });

  test.each(backgrounds)("the border of a control stands out from %s", (background) => {
    expect(
      contrast(colour("border-strong", theme), colour(background, theme)),
    ).toBeGreaterThanOrEqual(3);
  });

  test("marked words stay readable", () => {
    expect(contrast(colour("text", theme), colour("search-mark", theme))).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});
