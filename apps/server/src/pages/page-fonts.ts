import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";

const require = createRequire(import.meta.url);

interface FontPackage {
  /** Part of the address, which is another one for each version: what it leads to never changes. */
  readonly name: string;
  readonly files: ReadonlyMap<string, string>;
  readonly css: string;
}

/** Formulas' faces and style sheet. Its faces in other formats than WOFF 2 are left out. */
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

/** The app's own face, for Latin letters: what it lacks comes from the reader's system. */
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

/** The style sheets of the faces, and the files that they name; read when the first page is shown. */
export function pageFonts(): { readonly katex: FontPackage; readonly inter: FontPackage } {
  return (packages ??= { katex: katexFonts(), inter: interFonts() });
}

const contents = new Map<string, Buffer>();

/** A face's file by the two parts of its address; null for every other address. */
export function readFont(name: string, file: string): Buffer | null {
  const { katex, inter } = pageFonts();
  const path = [katex, inter].find((each) => each.name === name)?.files.get(file);
  if (path === undefined) return null;
  const content = contents.get(path) ?? readFileSync(path);
  contents.set(path, content);
  return content;
}
