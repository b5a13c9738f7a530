import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { rulesOf } from "../tags/looks.ts";
import { tagColours } from "../tags/tag-colours.ts";

const css = readFileSync(resolve(import.meta.dirname, "tokens.css"), "utf8");

const colours = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map((match) => [
    match[1] ?? "",
    { light: match[2] ?? "", dark: match[3] ?? "" },
  ]),
);
const anyLook = { colour: "rgb(1 2 3)", isBlurred: false };
const themes = ["light", "dark"] as const;
const backgrounds = ["canvas", "surface", "sunken"];
const inks = ["text", "text-2", "text-3", "accent", "accent-hover", "danger", "warn", "ok", "info"];

/** Tokens mixed from two colours, parsed from the style sheet, with the share of the first from 0 to 1. */
const mixes = new Map(
  [
    ...css.matchAll(
      /--([\w-]+): color-mix\(in srgb, var\(--([\w-]+)\) (\d+)%, (?:var\(--([\w-]+)\)|transparent)\)/g,
    ),
  ].map(([, name = "", of = "", percent = "", on]) => [
    name,
    { of, part: Number(percent) / 100, on },
  ]),
);

/**
 * Returns the colour of a mixed token over a background, which is ignored if it is mixed with another token.
 */
function mixed(name: string, theme: "light" | "dark", ground: string): string {
  const found = mixes.get(name);
  if (found === undefined) throw new Error(`no mixed token --${name}`);
  return blend(colour(found.of, theme), colour(found.on ?? ground, theme), found.part);
}

function blend(above: string, below: string, part: number): string {
  const channels = [1, 3, 5].map((at) => {
    const [one, other] = [above, below].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16));
    const value = (one ?? 0) * part + (other ?? 0) * (1 - part);
    return Math.round(value).toString(16).padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

/** Replacement tokens for increased contrast. */
const more = new Map(
  [
    ...(/@media \(prefers-contrast: more\) \{([^@]*)\}/.exec(css)?.[1] ?? "").matchAll(
      /--([\w-]+): var\(--([\w-]+)\)/g,
    ),
  ].map(([, name = "", instead = ""]) => [name, instead]),
);

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
  // The design specifies ratios with one decimal.
  return Math.round(((light + 0.05) / (dark + 0.05)) * 10) / 10;
}

describe.each(themes)("the %s theme", (theme) => {
  test.each(inks.flatMap((ink) => backgrounds.map((background) => [ink, background] as const)))(
    "%s on %s has a contrast of at least 5.1",
    (ink, background) => {
      expect(contrast(colour(ink, theme), colour(background, theme))).toBeGreaterThanOrEqual(5.1);
    },
  );

  test.each(["code-key", "code-str", "code-num", "code-fn"])(
    "%s has a contrast of at least 5.4 on both colours that the code background is mixed from",
    (ink) => {
      for (const ground of ["surface", "sunken"]) {
        expect(contrast(colour(ink, theme), colour(ground, theme))).toBeGreaterThanOrEqual(5.4);
      }
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

  test("quiet text of a lit row is readable: there it has the second ink", () => {
    expect(contrast(colour("text-2", theme), colour("accent-soft", theme))).toBeGreaterThanOrEqual(
      4.5,
    );
    for (const file of ["palette/palette.css", "styles.css", "editor/completion/completion.css"]) {
      const rules = readFileSync(resolve(import.meta.dirname, "..", file), "utf8");
      expect(rules, file).toMatch(/background: var\(--accent-soft\);\s+--text-3: var\(--text-2\);/);
    }
  });

  test("code colours are readable on the code background", () => {
    for (const ink of ["text", "text-3", "code-key", "code-str", "code-num", "code-fn"]) {
      const ratio = contrast(colour(ink, theme), mixed("code-ground", theme, "surface"));
      expect(ratio, ink).toBeGreaterThanOrEqual(ink === "text-3" ? 5 : 5.4);
    }
  });

  test.each(backgrounds)("the text of a tag is readable on its background, on %s", (background) => {
    const ground = mixed("tag-ground", theme, background);
    expect(contrast(colour("accent", theme), ground)).toBeGreaterThanOrEqual(5);
  });

  test.each(backgrounds)("text is readable on the tint of any tag, on %s", (background) => {
    const part = Number(/ (\d+)%, transparent\)/.exec(rulesOf({ a: anyLook }))?.[1]) / 100;
    expect(part).toBe(0.16);
    for (const tone of [...Object.values(tagColours), "#000000", "#ffffff", "#ffff00"]) {
      const ratio = contrast(colour("text", theme), blend(tone, colour(background, theme), part));
      expect(ratio, tone).toBeGreaterThanOrEqual(7);
    }
  });

  test.each(backgrounds)("the dot of each available colour stands out from %s", (background) => {
    for (const [name, tone] of Object.entries(tagColours)) {
      expect(contrast(tone, colour(background, theme)), name).toBeGreaterThanOrEqual(3);
    }
  });

  test.each(backgrounds)("text is readable on hovered and pressed elements, on %s", (ground) => {
    for (const ink of ["text", "text-2", "accent", "danger"]) {
      const ratios = ["hover", "press"].map((state) =>
        contrast(colour(ink, theme), mixed(state, theme, ground)),
      );
      expect(Math.min(...ratios), ink).toBeGreaterThanOrEqual(4.5);
    }
    // Counts in a row keep their colour on hover.
    const count = contrast(colour("text-3", theme), mixed("hover", theme, ground));
    expect(count).toBeGreaterThanOrEqual(4.5);
  });

  test("a tide mark stands out from the canvas, and longer ones at least as much", () => {
    const ratios = ["heat-2", "heat-3", "heat-4"].map((heat) =>
      contrast(colour(heat, theme), colour("canvas", theme)),
    );
    expect(ratios[0]).toBeGreaterThanOrEqual(3);
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b));
  });

  test("the label of a remote cursor is readable on its colour, and text on its tint", () => {
    const carets = readFileSync(
      resolve(import.meta.dirname, "../editor/carets/carets.css"),
      "utf8",
    );
    const found = [...carets.matchAll(/--tone: var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
    const part = Number(/color-mix\(in srgb, var\(--tone\) (\d+)%/.exec(carets)?.[1]) / 100;
    expect(new Set(found).size).toBe(4);
    for (const tone of found) {
      const ratio = contrast(colour("surface", theme), colour(tone, theme));
      expect(ratio, tone).toBeGreaterThanOrEqual(4.5);
      const tint = blend(colour(tone, theme), colour("surface", theme), part);
      expect(contrast(colour("text", theme), tint), tone).toBeGreaterThanOrEqual(7);
    }
  });

  describe("with increased contrast", () => {
    const inMore = (name: string): string => colour(more.get(name) ?? name, theme);

    test.each(["text", "text-2", "text-3"])("%s has a contrast of at least 7", (ink) => {
      for (const ground of backgrounds) {
        expect(contrast(inMore(ink), colour(ground, theme)), ground).toBeGreaterThanOrEqual(7);
      }
    });

    test.each(["border", "hairline", "rule"])("%s stands out from every ground", (line) => {
      expect([...more.keys()]).toContain(line);
      for (const ground of backgrounds) {
        expect(contrast(inMore(line), colour(ground, theme)), ground).toBeGreaterThanOrEqual(3);
      }
    });
  });

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

  test("highlighted words are readable", () => {
    expect(contrast(colour("text", theme), colour("search-mark", theme))).toBeGreaterThanOrEqual(
      4.5,
    );
  });
});
