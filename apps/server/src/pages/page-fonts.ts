import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const require = createRequire(import.meta.url);

interface FontPackage {
  /** Part of the URL. It includes the version, so the files of a URL never change. */
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly css: string;
}

/** Returns the fonts and style sheet of formulas, with WOFF 2 files only. */
function katexFonts(): FontPackage {
  const name = `katex-${versionOf("katex")}`;
  const files = new Map<string, string>();
  const written = readFileSync(require.resolve("katex/dist/katex.min.css"), "utf8");
  const css = written.replaceAll(
    /src:url\(fonts\/([\w-]+\.woff2)\)[^;}]*/g,
    (_all, file: string) => {
      files.set(file, require.resolve(`katex/dist/fonts/${file}`));
      return `src:url(/fonts/${name}/${file}) format("woff2")`;
    },
  );
  return { name, files, css };
}

/** Returns the app's font for Latin letters; other characters use the reader's system fonts. */
function interFonts(): FontPackage {
  const name = `inter-${versionOf("@fontsource-variable/inter")}`;
  const files = new Map<string, string>();
  const faces = [
    ["normal", require.resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")],
    ["italic", require.resolve("@fontsource-variable/inter/files/inter-latin-wght-italic.woff2")],
  ] as const;
  const css = faces.map(([style, path]) => {
    const file = basename(path);
    files.set(file, path);
    return `@font-face{font-family:"Inter Variable";src:url(/fonts/${name}/${file}) format("woff2");font-weight:100 900;font-style:${style};font-display:swap}`;
  });
  return { name, files, css: css.join("") };
}

function versionOf(packageName: string): string {
  const { version } = require(`${packageName}/package.json`) as { version: string };
  return version;
}

let packages: { readonly katex: FontPackage; readonly inter: FontPackage } | null = null;

/** Returns the style sheets of the fonts and their files. They are read when the first page is shown. */
export function pageFonts(): { readonly katex: FontPackage; readonly inter: FontPackage } {
  return (packages ??= { katex: katexFonts(), inter: interFonts() });
}

const contents = new Map<string, Buffer>();

/** Returns a font's file by the two parts of its URL; null for unknown ones. */
export function readFont(name: string, file: string): Buffer | null {
  const { katex, inter } = pageFonts();
  const path = [katex, inter].find((each) => each.name === name)?.files.get(file);
  if (path === undefined) return null;
  const content = contents.get(path) ?? readFileSync(path);
  contents.set(path, content);
  return content;
}
