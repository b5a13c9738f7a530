import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { z } from "zod";
import { root, run } from "../workshop.ts";

/** System that a package is for. */
export interface Target {
  readonly os: "linux";
  readonly cpu: "x64" | "arm64";
}

const systems = z.union([z.string().transform((one) => [one]), z.array(z.string())]).optional();
const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(""),
      integrity: z.string().optional(),
      os: systems,
      cpu: systems,
      libc: systems,
      dependencies: names,
      optionalDependencies: names,
    }),
  ),
});
type Locked = z.infer<typeof lockSchema>["packages"];

/** Reads the lock file's packages by their folders. */
export function readLock(): Locked {
  return lockSchema.parse(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")))
    .packages;
}

/**
 * Returns the folders of packages and all their dependencies for a target, resolved like Node does from a folder
 * (`apps/server`), in the versions of the lock file.
 */
export function closureOf(
  locked: Locked,
  wanted: readonly string[],
  from: string,
  target: Target,
): readonly string[] {
  const all = new Set<string>();
  const add = (name: string, owner: string): void => {
    const folder = folderOf(locked, name, owner);
    const entry = locked[folder];
    if (entry === undefined || !isFor(entry, target)) return;
    if (all.has(folder)) return;
    all.add(folder);
    const inner = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const each of Object.keys(inner)) add(each, folder);
  };
  for (const name of wanted) add(name, from);
  return [...all].toSorted();
}

/** Returns the folder of a dependency as Node finds it; "" if it isn't in the lock file. */
function folderOf(locked: Locked, name: string, owner: string): string {
  for (let at = owner; ; at = upOf(at)) {
    const folder = at === "" ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (locked[folder] !== undefined) return folder;
    if (at === "") return "";
  }
}

function upOf(folder: string): string {
  const up = folder.lastIndexOf("/node_modules/");
  return up < 0 ? "" : folder.slice(0, up);
}

function isFor({ os, cpu, libc }: Locked[string], target: Target): boolean {
  return (
    (os === undefined || os.includes(target.os)) &&
    (cpu === undefined || cpu.includes(target.cpu)) &&
    (libc === undefined || libc.includes("glibc"))
  );
}

/**
 * Copies packages into a folder's `node_modules`, as they are beside `apps/server`. Those for another processor aren't
 * installed here: npm fetches them, and checks them against the lock file.
 */
export function copyClosure(
  locked: Locked,
  folders: readonly string[],
  out: string,
  { os, cpu }: Target,
): void {
  for (const folder of folders) {
    const target = join(out, folder.replace(/^apps\/server\//, ""));
    mkdirSync(dirname(target), { recursive: true });
    const own = join(root, folder);
    if (existsSync(own)) {
      const isInner = (path: string) => path.startsWith(join(own, "node_modules"));
      cpSync(own, target, { recursive: true, filter: (path) => !isInner(path) });
    } else {
      fetchPackage(folder, locked[folder], target);
    }
  }
  // Sources and the drivers for other systems are 25 MB.
  const driver = join(out, "node_modules/better-sqlite3");
  for (const part of ["deps", "src"]) rmSync(join(driver, part), { recursive: true, force: true });
  for (const file of readdirSync(join(driver, "prebuilds"))) {
    if (file !== `${os}-${cpu}.node`) rmSync(join(driver, "prebuilds", file));
  }
}

/** Downloads a package of the lock file and unpacks it. Throws if its contents aren't the locked ones. */
export function fetchPackage(folder: string, entry: Locked[string] | undefined, out: string): void {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
  if (entry === undefined) throw new Error(`${name} isn't in the lock file`);
  const scratch = mkdtempSync(join(tmpdir(), "tidemark-fetch-"));
  try {
    const of = `${name}@${entry.version}`;
    const packed = z
      .array(z.object({ filename: z.string(), integrity: z.string() }))
      .length(1)
      .parse(JSON.parse(run("npm", ["pack", of, "--json", "--pack-destination", scratch])));
    const [made] = packed;
    if (made === undefined || made.integrity !== entry.integrity) {
      throw new Error(`${of} isn't the package of the lock file`);
    }
    mkdirSync(out, { recursive: true });
    run("tar", ["-xzf", join(scratch, made.filename), "--strip-components=1", "-C", out]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
