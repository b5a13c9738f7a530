import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseJson } from "@tidemark/core";
import { z } from "zod";

const text = /\.(?:html|js|mjs|css|json|webmanifest)$/;
const manifest = z.object({ version: z.string(), files: z.array(z.string()) });

export interface CopiedBuild {
  readonly version: string;
  /** True if it lacks the newest migration, as an older build does. */
  readonly isOlder?: boolean;
}

/**
 * Copies a build as if its sources had changed: with another version, and other names for all parts with a hash
 * in their name. A second run of the bundler would take a minute.
 */
export function copyBuild(
  from: string,
  to: string,
  { version, isOlder = false }: CopiedBuild,
): void {
  rmSync(to, { recursive: true, force: true });
  const built = parseJson(manifest, readFileSync(join(from, "build.json"), "utf8"));
  const renamed = new Map(
    built.files.flatMap((file) => {
      const [, start, ending] = /^assets\/([\w.-]+-[\w-]{7})[\w-](\.\w+)$/.exec(file) ?? [];
      const name = start === undefined ? null : `${start}${version.at(-1)}${ending}`;
      return name === null ? [] : [[file.slice("assets/".length), name] as const];
    }),
  );
  // The longest first, since one name may be the end of another.
  const names = [...renamed.keys()].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(names.map((name) => name.replaceAll(".", "\\.")).join("|"), "g");
  const replaced = (content: string): string =>
    (isOlder ? withoutNewestMigration(content) : content)
      .replaceAll(built.version, version)
      .replaceAll(pattern, (name) => renamed.get(name) ?? name);
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // Compressed copies have the old content.
    if (!entry.isFile() || /\.(?:br|gz)$|^\.sources$/.test(entry.name)) continue;
    const target = join(to, replaced(relative(from, path)));
    mkdirSync(dirname(target), { recursive: true });
    if (text.test(path)) writeFileSync(target, replaced(readFileSync(path, "utf8")));
    else cpSync(path, target);
  }
}

/** Removes the newest migration from the list in a script, as the bundler writes it. */
function withoutNewestMigration(script: string): string {
  const found = [...script.matchAll(/([\w$]+)=\{version:(\d+),name:/g)];
  const [, name] =
    found.toSorted(([, , one], [, , other]) => Number(one) - Number(other)).at(-1) ?? [];
  return name === undefined ? script : script.replace(`,${name}]`, "]");
}
