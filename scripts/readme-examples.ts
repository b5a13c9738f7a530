import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** TypeScript block in the README of a package or an app. */
export interface Example {
  /** Unique name for its file. */
  readonly name: string;
  /** Path relative to the root. */
  readonly readme: string;
  /** Returns the block as a file in `folder`, with each line at its number in the README. */
  readonly code: (folder: string) => string;
}

const block = /^```ts\n(.*?)^```$/gms;

export function findExamples(root: string): Example[] {
  return globSync("{packages,apps}/*/README.md", { cwd: root })
    .toSorted()
    .flatMap((readme) => {
      const text = readFileSync(join(root, readme), "utf8");
      const home = join(root, dirname(readme));
      return [...text.matchAll(block)].map((found, index) => ({
        name: `${dirname(readme).split(sep).join("-")}-readme-${index + 1}.ts`,
        readme,
        code: (folder: string) => {
          const before = text.slice(0, found.index).replaceAll(/[^\n]/g, "");
          // Relative imports are adapted to the file's folder.
          const way = relative(folder, home).split(sep).join("/");
          return `${before}\n${(found[1] ?? "").replaceAll(/(from|import) "\.\//g, `$1 "${way}/`)}`;
        },
      }));
    });
}
