import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { isPermitted } from "./licences.ts";

/** Third-party package in a distribution. */
export interface ThirdParty {
  readonly name: string;
  readonly version: string;
  /** SPDX expression; "" if the package has none. */
  readonly licence: string;
  readonly from: string;
  /** Full texts of its licences and notices. */
  readonly texts: readonly string[];
}

/**
 * Packages that are distributed although no module of theirs is bundled: helpers that the bundler inserts, and
 * style sheets read by another tool.
 */
const besideModules = ["rolldown", "tailwindcss", "vite"];

/** Packages that the desktop app has beside its bundles: the unbundled driver, and Electron. */
const ofDesktop = ["better-sqlite3", "electron"];

/** Packages distributed as their own prebuilt bundle, with all their dependencies. */
const wholes = ["mermaid"];

/** Licences of packages that don't declare them in their manifest. */
const saidElsewhere: Readonly<Record<string, string>> = {
  // From its readme.
  "combine-errors": "MIT",
  // From its file `license`.
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

/** Reads the packages in a build folder and in other bundles, sorted by name. */
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
  return thirdPartiesOf(root, [...folders, ...ofDesktop.map((name) => `node_modules/${name}`)]);
}

/** Reads the packages of bundles by their folders, sorted by name. */
export function thirdPartiesOf(root: string, folders: Iterable<string>): readonly ThirdParty[] {
  const all = new Set([...folders, ...besideModules.map((name) => `node_modules/${name}`)]);
  for (const name of wholes) {
    if (all.has(`node_modules/${name}`)) addDependencies(root, `node_modules/${name}`, all);
  }
  return [...all]
    .filter((folder) => !folder.includes("node_modules/@tidemark/"))
    .map((folder) => readThirdParty(join(root, folder)))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en"));
}

/** Adds the folders of all dependencies of a package, resolved like Node does. */
function addDependencies(root: string, folder: string, all: Set<string>): void {
  for (const name of Object.keys(readManifest(join(root, folder)).dependencies)) {
    // Types aren't distributed.
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
    // Without such a file, the manifest and the readme are used.
    texts:
      texts.length > 0
        ? [...new Set(texts)]
        : [[licence, by, licenceInReadme(folder)].filter(Boolean).join("\n\n")],
  };
}

/** Returns the text under the heading *License* of a readme. */
function licenceInReadme(folder: string): string {
  const [readme] = globSync("[Rr][Ee][Aa][Dd][Mm][Ee]*", { cwd: folder });
  if (readme === undefined) return "";
  const text = readFileSync(join(folder, readme), "utf8");
  return /^#+ *licen[cs]e\b[^\n]*\n([^]*?)(?:\n#|$(?![^]))/im.exec(text)?.[1]?.trim() ?? "";
}

/** Returns a message for each package that may not be distributed. */
export function problemsOf(parties: readonly ThirdParty[]): readonly string[] {
  return parties
    .filter(({ name, licence }) => !isPermitted(licence, name))
    .map(({ name, version, licence }) =>
      licence === ""
        ? `${name} ${version} names no licence`
        : `${name} ${version} is under ${licence}, which is not permitted (scripts/packaging/notices/licences.ts)`,
    );
}

/** Returns THIRD-PARTY-NOTICES.txt, with identical texts once under all their packages. */
export function noticesOf(parties: readonly ThirdParty[], head = headOfDesktop): string {
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

const headOfDesktop = `Tidemark is under the MIT licence (LICENSE.txt). It is built on the work of others, whose
licences and notices follow. Electron's own are in LICENSE.electron.txt and those of Chromium and of
what is in it, Node.js and FFmpeg among them, in LICENSES.chromium.html, both beside the program (on
macOS in Contents/Resources).`;
