import type { Plugin } from "vite";

/** Removes the WOFF and TTF variants of KaTeX's fonts; all current browsers support WOFF2. */
export const modernFonts: Plugin = {
  name: "tidemark:modern-fonts",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith("katex.min.css")
      ? code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, "")
      : null,
};

/**
 * Returns the group that puts everything needed for the first paint into one file: sixty small ones compress
 * worse. `entry` is a pattern of the entry's folder, which is left out: it awaits the connection to the host,
 * whose code is in this file, so each would wait for the other.
 */
export function firstPaint(entry: string) {
  return { name: "first", tags: ["$initial" as const], test: new RegExp(`^(?!.*${entry})`) };
}

/**
 * Loads lazy chunks with low priority. A browser opens six connections per host and treats a module preload
 * as urgent. Requests that save typed text would otherwise queue behind two hundred files (ADR 0089).
 */
export const wordsBeforeParts: Plugin = {
  name: "tidemark:words-before-parts",
  transform(code, id) {
    if (!id.includes("vite/preload-helper")) return null;
    const place = "link.crossOrigin =";
    if (!code.includes(place))
      this.error("parts of the page are brought in another way than before");
    return code.replace(place, `if (!isCss) link.fetchPriority = "low"; ${place}`);
  },
};

/** Modules that only define things: a page needs none whose exports it doesn't use. */
export const definingModules = {
  moduleSideEffects: (id: string): boolean =>
    !/\/(?:packages\/core\/src|node_modules\/(?:diff|@trpc\/client))\//.test(id),
};
