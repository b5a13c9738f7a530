import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { parseSync } from "oxc-parser";
import { expect, test } from "vitest";
import { z } from "zod";

// A desktop neither installs nor loads PostgreSQL (ADR 0095).

const root = resolve(import.meta.dirname, "../..");
const ofServers = ["@tidemark/db-postgres", "pg", "pg-connection-string"];

const lockedSchema = z.object({
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
const lockSchema = z.object({ packages: z.record(z.string(), lockedSchema) });
const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.string()).optional(),
});

const lock = parseJson(lockSchema, readFileSync(join(root, "package-lock.json"), "utf8"));

/** Returns the lock's key of the package that `from` uses under a name, resolved like Node does. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder === "." ? "" : dirname(folder)) {
    const place = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const found = lock.packages[place];
    if (found !== undefined) return found.link === true ? found.resolved : place;
    if (folder === "") return undefined;
  }
}

/** Returns the names of all packages installed for a workspace. */
function installedFor(workspace: string): Set<string> {
  const names = new Set<string>();
  const places = new Set([workspace]);
  for (const place of places) {
    const { dependencies, optionalDependencies } = lock.packages[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      names.add(name);
      const found = placeOf(name, place);
      if (found !== undefined) places.add(found);
    }
  }
  return names;
}

/** Map from import names of our packages, such as `@tidemark/db/node`, to files. */
const doors = new Map(
  globSync("packages/*/package.json", { cwd: root }).flatMap((file) => {
    const { name, exports = {} } = parseJson(
      manifestSchema,
      readFileSync(join(root, file), "utf8"),
    );
    return Object.entries(exports).map(
      ([entry, target]) => [join(name, entry), join(root, dirname(file), target)] as const,
    );
  }),
);

/** Returns the imports of a source, including types and dynamic imports. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const { module } = parseSync(file, source);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      source.slice(start + 1, end - 1),
    ),
  ];
}

/** Returns the names of all packages that a workspace's sources import, also through our own packages. */
function loadedBy(workspace: string): Set<string> {
  const names = new Set<string>();
  // Worker threads are started by file name, so they aren't imported.
  const begin = globSync([`${workspace}/src/**/*.{ts,tsx}`, "packages/db/src/**/*-worker.ts"], {
    cwd: root,
  }).filter((file) => !/\.test\.tsx?$/.test(file));
  const files = new Set(begin.map((file) => join(root, file)));
  for (const file of files) {
    for (const name of importsOf(file)) {
      const isOwn = name.startsWith(".");
      if (!isOwn) names.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
      const next = isOwn ? join(dirname(file), name) : doors.get(name);
      if (next !== undefined && /\.tsx?$/.test(next) && existsSync(next)) files.add(next);
    }
  }
  expect([...files].map((file) => relative(root, file))).toContain("packages/db/src/node.ts");
  return names;
}

test.each(["apps/desktop", "packages/replica", "packages/transfer"])(
  "%s installs no PostgreSQL",
  (workspace) => {
    const installed = installedFor(workspace);
    expect(installed).toContain("better-sqlite3");
    expect(ofServers.filter((name) => installed.has(name))).toEqual([]);
  },
);

test("a desktop loads no PostgreSQL", () => {
  const loaded = loadedBy("apps/desktop");
  expect(loaded).toContain("better-sqlite3");
  expect(ofServers.filter((name) => loaded.has(name))).toEqual([]);
});

test("a server installs and loads it, so both checks would find it", () => {
  for (const found of [installedFor("apps/server"), loadedBy("apps/server")]) {
    expect(ofServers.filter((name) => !found.has(name))).toEqual([]);
  }
});
