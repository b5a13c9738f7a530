/**
 * Colours of the app's themes that pages use, light and dark. Copied from `packages/ui/src/theme/tokens.css`;
 * `tests/house/page-theme.test.ts` checks that they match.
 */
export const pageColours = {
  canvas: ["#f7f6f3", "#16171a"],
  surface: ["#ffffff", "#1e2024"],
  sunken: ["#efede8", "#121315"],
  border: ["#e2dfd8", "#33373d"],
  "border-strong": ["#857f74", "#7f8690"],
  text: ["#1f1d1a", "#ecebe7"],
  "text-2": ["#524e47", "#bdbbb4"],
  "text-3": ["#68635a", "#9c9991"],
  accent: ["#1b6a63", "#6cc7bc"],
  "accent-hover": ["#14544e", "#8ad7cd"],
  "accent-soft": ["#ddefec", "#1c3836"],
  "on-accent": ["#ffffff", "#0e1f1d"],
  danger: ["#b3261e", "#ff8f86"],
  "danger-soft": ["#fbe9e7", "#3a1f1e"],
  warn: ["#7f5300", "#f0c067"],
  "warn-soft": ["#fff1d6", "#382c14"],
  ok: ["#2b6637", "#88cf94"],
  "ok-soft": ["#e4f3e6", "#1a3220"],
  info: ["#2b5a9e", "#8fb8f0"],
  "info-soft": ["#e6eef9", "#1b2b42"],
  "code-key": ["#7d3c6c", "#dba6cb"],
  "code-str": ["#2b6637", "#88cf94"],
  "code-num": ["#7f5300", "#f0c067"],
  "code-fn": ["#2b5a9e", "#8fb8f0"],
  "search-mark": ["#ffe9a8", "#5a4a12"],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/**
 * Returns the colours as custom properties. Declared twice instead of with `light-dark()`, because readers'
 * browsers may be old.
 */
export function colourProperties(): string {
  const all = (at: 0 | 1): string =>
    Object.entries(pageColours)
      .map(([name, pair]) => `--${name}:${pair[at]}`)
      .join(";");
  return (
    `:root{color-scheme:light dark;${all(0)}}` +
    `@media screen and (prefers-color-scheme:dark){:root{${all(1)}}}`
  );
}
