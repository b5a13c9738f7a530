import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** A block of TypeScript in the README of a package or an app. */
export interface Example {
  /** A name for its file that no other example has. */
  readonly name: string;
  /** Below the root. */
  readonly readme: string;
  /** The block as a file of `folder`, each line where it is in the README. */
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
          // What is named from the README's place is somewhere else from here.
          const way = relative(folder, home).split(sep).join("/");
          return `${before}\n${(found[1] ?? "").replaceAll(/(from|import) "\.\//g, `$1 "${way}/`)}`;
        },
      }));
    });
}
