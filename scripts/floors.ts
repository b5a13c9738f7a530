import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import { parseSync } from "oxc-parser";
import { house, type Room } from "./floors-table.ts";

// `npm run check` runs this: checks the imports between files and folders, including type imports.
// floors-table.ts contains the rules. Its test passes another tree as the argument.

/** Map from each file to the files it imports, as slash-separated paths relative to the root. */
type Imports = ReadonlyMap<string, ReadonlySet<string>>;

const maxFiles = 20;
const root = resolve(process.argv[2] ?? join(import.meta.dirname, ".."));
const faults = house.flatMap((room) => inspect(room));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;

function inspect(room: Room): string[] {
  const imports = readImports(room.folder);
  return [
    ...circles(imports).map((files) => `a circle of files: ${files.join(" → ")}`),
    ...folderFaults(room, imports),
    ...floorFaults(room, imports),
    ...fullFolders(room, [...imports.keys()]),
  ];
}

function folderFaults({ folder }: Room, imports: Imports): string[] {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    if (isTest(file) || isDoor(file)) continue;
    const from = posix.dirname(file);
    const to = folders.get(from) ?? new Set();
    folders.set(from, to);
    for (const other of imported) {
      const under = posix.dirname(other);
      if (under !== from && other.startsWith(`${folder}/`)) to.add(under);
    }
  }
  return circles(folders).map((names) => `a circle of folders: ${names.join(" → ")}`);
}

function floorFaults({ folder, floors }: Room, imports: Imports): string[] {
  if (floors === undefined) return [];
  const heights = new Map(floors.flatMap((names, height) => names.map((name) => [name, height])));
  const heightOf = (file: string): { height: number; name: string } | null => {
    const place = posix.relative(folder, posix.dirname(file));
    // A folder's layer is that of its nearest listed parent.
    for (let name = place; name !== "." && name !== ""; name = posix.dirname(name)) {
      const height = heights.get(name);
      if (height !== undefined) return { height, name };
    }
    return null;
  };
  const found: string[] = [];
  for (const [file, imported] of imports) {
    if (posix.dirname(file) === folder || isTest(file)) continue;
    const own = heightOf(file);
    if (own === null) {
      found.push(`${file} is on no floor`);
      continue;
    }
    for (const other of imported) {
      const above = heightOf(other);
      if (above !== null && above.height > own.height) {
        found.push(`${file} imports ${other}: ${above.name} is above ${own.name}`);
      }
      if (above !== null && above.height === own.height && above.name !== own.name) {
        found.push(`${file} imports ${other}: ${above.name} is beside ${own.name}`);
      }
    }
  }
  return found;
}

function fullFolders({ full = [] }: Room, files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (isTest(file) || isDoor(file)) continue;
    const folder = posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > maxFiles && !full.includes(folder))
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFiles}`);
}

function isTest(file: string): boolean {
  return /\.(test|spec)\.tsx?$/.test(file);
}

/** Returns true for files that only re-export. */
function isDoor(file: string): boolean {
  return basename(file) === "index.ts";
}

function readImports(folder: string): Imports {
  const imports = new Map<string, Set<string>>();
  for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const { module } = parseSync(path, readFileSync(path, "utf8"));
    const named = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.map(({ moduleRequest }) => moduleRequest?.value),
      ),
    ];
    const files = named
      .filter((name) => name?.startsWith(".") === true)
      .map((name) => join(dirname(path), name ?? ""));
    imports.set(slashed(path), new Set(files.map(slashed)));
  }
  return imports;
}

function slashed(path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** Returns Tarjan's strongly connected components with more than one node. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const found: string[][] = [];
  const indexes = new Map<string, number>();
  const lows = new Map<string, number>();
  const open: string[] = [];
  const visit = (name: string): void => {
    indexes.set(name, indexes.size);
    lows.set(name, indexes.size - 1);
    open.push(name);
    for (const next of graph.get(name) ?? []) {
      if (!indexes.has(next)) {
        visit(next);
        lower(name, lows.get(next));
      } else if (open.includes(next)) lower(name, indexes.get(next));
    }
    if (lows.get(name) !== indexes.get(name)) return;
    const circle = open.splice(open.indexOf(name));
    if (circle.length > 1) found.push(circle);
  };
  const lower = (name: string, to = Number.POSITIVE_INFINITY): void => {
    lows.set(name, Math.min(lows.get(name) ?? to, to));
  };
  for (const name of graph.keys()) if (!indexes.has(name)) visit(name);
  return found;
}
