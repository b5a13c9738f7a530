import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { isPermitted } from "./licences.ts";

/** What is packaged beside our own code, and whose it is. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty where the package says nothing. */
  readonly licence: string;
  readonly from: string;
  /** Its licences and notices, word for word. */
  readonly texts: readonly string[];
}

/**
 * Packages of which no module is read and something is packaged all the same: helpers that the bundler
 * writes into what it makes, style sheets that another tool reads, the driver that is packaged as it
 * is, and Electron.
 */
const besideModules = ["better-sqlite3", "electron", "rolldown", "tailwindcss", "vite"];

/** Packages that are packaged in one file of their own making, with all that they depend on. */
const wholes = ["mermaid"];

/** Licences that a package says in another place than its manifest. */
const saidElsewhere: Readonly<Record<string, string>> = {
  // In its readme.
  "combine-errors": "MIT",
  // In its file `license`.
  khroma: "MIT",
};

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
  homepage: z.string().optional(),
  repository: z.union([z.string(), z.object({ url: z.string() })]).optional(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
  dependencies: z.record(z.string(), z.string()).default({}),
});

/** Reads what went into a build (its folder) and into other bundles, sorted by name. */
export function readThirdParties(
  root: string,
  outDir: string,
  others: readonly string[] = [],
): readonly ThirdParty[] {
  const lists = globSync("*/.packages.json", { cwd: outDir });
  for (const part of ["main", "preload", "renderer"]) {
    if (!lists.includes(join(part, ".packages.json"))) {
      throw new Error(`${outDir}/${part} does not say what it is made of: npm run build`);
    }
  }
  const files = [
    ...lists.map((list) => join(outDir, list)),
    ...others.map((dir) => join(dir, ".packages.json")),
  ];
  const folders = files.flatMap((file) =>
    z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8"))),
  );
  const all = new Set([...folders, ...besideModules.map((name) => `node_modules/${name}`)]);
  for (const name of wholes) {
    if (all.has(`node_modules/${name}`)) addDependencies(root, `node_modules/${name}`, all);
  }
  return [...all]
    .filter((folder) => !folder.includes("node_modules/@tidemark/"))
    .map((folder) => readThirdParty(join(root, folder)))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Adds the folders of all that a package depends on, nearest first as Node looks for them. */
function addDependencies(root: string, folder: string, all: Set<string>): void {
  for (const name of Object.keys(readManifest(join(root, folder)).dependencies)) {
    // Types are in no program.
    if (name.startsWith("@types/")) continue;
    let owner = folder;
    while (!existsSync(join(root, owner, "node_modules", name, "package.json"))) {
      const up = owner.lastIndexOf("/node_modules/");
      if (owner === "") throw new Error(`${folder} wants ${name}, which is not installed`);
      owner = up < 0 ? "" : owner.slice(0, up);
    }
    const found = join(owner, "node_modules", name);
    if (all.has(found)) continue;
    all.add(found);
    addDependencies(root, found, all);
  }
}

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}

function readThirdParty(folder: string): ThirdParty {
  const manifest = readManifest(folder);
  const { name, version, license, author, repository } = manifest;
  const said = typeof license === "string" ? license : license?.type;
  const licence = said ?? saidElsewhere[name] ?? "";
  const texts = globSync("**/*", {
    cwd: folder,
    exclude: (path) => basename(path) === "node_modules",
  })
    .filter((file) => /^(licen[cs]e|copying|copyright|notice)([-_.].*)?$/i.test(basename(file)))
    .filter((file) => !/\.[cm]?[jt]sx?$/.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), "utf8").trim());
  const by = typeof author === "string" ? author : author?.name;
  return {
    name,
    version,
    licence,
    from:
      manifest.homepage ?? (typeof repository === "string" ? repository : repository?.url) ?? "",
    // Where a package has no such file, its manifest and its readme are what it says.
    texts:
      texts.length > 0
        ? [...new Set(texts)]
        : [[licence, by, licenceInReadme(folder)].filter(Boolean).join("\n\n")],
  };
}

/** What stands under the heading *License* of a readme. */
function licenceInReadme(folder: string): string {
  const [readme] = globSync("[Rr][Ee][Aa][Dd][Mm][Ee]*", { cwd: folder });
  if (readme === undefined) return "";
  const text = readFileSync(join(folder, readme), "utf8");
  return /^#+ *licen[cs]e\b[^\n]*\n([^]*?)(?:\n#|$(?![^]))/im.exec(text)?.[1]?.trim() ?? "";
}

/** A sentence for each that may not be packaged. */
export function problemsOf(parties: readonly ThirdParty[]): readonly string[] {
  return parties
    .filter(({ name, licence }) => !isPermitted(licence, name))
    .map(({ name, version, licence }) =>
      licence === ""
        ? `${name} ${version} names no licence`
        : `${name} ${version} is under ${licence}, which is not permitted (scripts/packaging/notices/licences.ts)`,
    );
}

/** THIRD-PARTY-NOTICES.txt: equal texts once, under all that they belong to. */
export function noticesOf(parties: readonly ThirdParty[]): string {
  const byTexts = new Map<string, ThirdParty[]>();
  for (const party of parties) {
    const text = party.texts.join("\n\n");
    byTexts.set(text, [...(byTexts.get(text) ?? []), party]);
  }
  const parts = [...byTexts].map(([text, owners]) => {
    const heads = owners.map(({ name, version, licence, from }) =>
      [`${name} ${version}`, licence, from].filter((part) => part !== "").join(" | "),
    );
    return `${heads.join("\n")}\n\n${text}`;
  });
  return [head, ...parts].join(`\n\n${"-".repeat(78)}\n\n`) + "\n";
}

const head = `Tidemark is under the MIT licence (LICENSE.txt). It is built on the work of others, whose
licences and notices follow. Electron's own are in LICENSE.electron.txt and those of Chromium and of
what is in it, Node.js and FFmpeg among them, in LICENSES.chromium.html, both beside the program (on
macOS in Contents/Resources).`;
