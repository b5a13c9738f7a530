import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { bundleServer } from "../../../apps/server/build/bundle-server.mjs";
import { installedNames } from "../../../apps/server/build/installed-packages.mjs";
import { addBundledPackages } from "../notices/bundled-packages.ts";
import { noticesOf, problemsOf, thirdPartiesOf } from "../notices/notices.ts";
import { root, run } from "../workshop.ts";
import { closureOf, readLock, type Target } from "./closure.ts";

/** Packages that a server without S3 and PostgreSQL does without. */
const optional = new Set(["@aws-sdk/client-s3", "pg"]);

const server = join(root, "apps/server");

export interface ServerTree {
  readonly version: string;
  /** Commit in hex; "" if it isn't known. */
  readonly commit: string;
}

/** Returns the packages beside the bundle, with the versions of the lock file. */
export function dependenciesOf(target: Target): readonly { name: string; version: string }[] {
  const locked = readLock();
  return installedNames.map((name) => {
    const [folder = ""] = closureOf(locked, [name], "apps/server", target).filter((each) =>
      each.endsWith(`node_modules/${name}`),
    );
    return { name, version: locked[folder]?.version ?? "" };
  });
}

/**
 * Writes the npm package of the server into a folder, without its dependencies: the bundle, the page of `npm run build`,
 * and the notices of what is in them.
 */
export async function writePackageTree(
  out: string,
  { version, commit }: ServerTree,
  target: Target,
): Promise<void> {
  const bundled = new Set<string>();
  await bundleServer(join(out, "apps/server/dist/app"), [addBundledPackages(bundled)]);
  copyPage(join(root, "apps/web/dist"), join(out, "apps/web/dist"));
  const bin = join(out, "bin/tidemark-server.mjs");
  mkdirSync(dirname(bin), { recursive: true });
  copyFileSync(join(server, "packaging/tidemark-server.mjs"), bin);
  chmodSync(bin, 0o755);
  copyFileSync(join(root, "LICENSE"), join(out, "LICENSE"));
  copyFileSync(join(server, "packaging/README.md"), join(out, "README.md"));
  if (commit !== "") writeFileSync(join(out, "commit"), `${commit}\n`);
  const beside = closureOf(readLock(), installedNames, "apps/server", target);
  const parties = thirdPartiesOf(root, [
    ...bundled,
    ...beside.filter((folder) => existsSync(join(root, folder))),
  ]);
  const problems = problemsOf(parties);
  if (problems.length > 0) throw new Error(`Not to be packaged:\n${problems.join("\n")}`);
  writeFileSync(join(out, "THIRD-PARTY-NOTICES.txt"), noticesOf(parties, headOfServer));
  const dependencies = dependenciesOf(target);
  const partOf = (isOptional: boolean) =>
    Object.fromEntries(
      dependencies
        .filter(({ name }) => optional.has(name) === isOptional)
        .map(({ name, version: of }) => [name, of]),
    );
  const manifest = {
    name: "tidemark-server",
    version,
    description: "Server of Tidemark: memos that live on your desk and sync like the tide",
    license: "MIT",
    type: "module",
    bin: { "tidemark-server": "bin/tidemark-server.mjs" },
    engines: { node: ">=24" },
    os: ["linux", "darwin", "win32"],
    dependencies: partOf(false),
    optionalDependencies: partOf(true),
  };
  writeFileSync(join(out, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Copies the files of the page's newest build, with their compressed forms. */
function copyPage(from: string, to: string): void {
  const list = readFileSync(join(from, "build.json"), "utf8");
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(list));
  for (const file of ["build.json", ...files].flatMap((name) => [
    name,
    `${name}.br`,
    `${name}.gz`,
  ])) {
    if (!existsSync(join(from, file))) continue;
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file));
  }
}

/** Packs the tree for npm. Returns the file's path. */
export function packForNpm(tree: string, out: string): string {
  const packed = z
    .array(z.object({ filename: z.string() }))
    .length(1)
    .parse(JSON.parse(run("npm", ["pack", "--json", "--pack-destination", out], { cwd: tree })));
  return join(out, packed[0]?.filename ?? "");
}

const headOfServer = `The Tidemark server is under the MIT licence (LICENSE). It is built on the work of others, whose
licences and notices follow.`;
