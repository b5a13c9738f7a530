import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { extractAll, getRawHeader, listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { z } from "zod";
import { chromiumInstallCommand, findChromium } from "../chromium.ts";
import { desktop, MissingTool, root, run } from "./workshop.ts";

const driver = "node_modules/better-sqlite3";

/**
 * Checks that the archive in a resources folder contains the bundles and the driver, with only the target's
 * binary (`linux-x64`), and that the licences are beside it.
 */
export function checkResources(resources: string, target: string): void {
  const expected = [
    "package.json",
    ...filesIn(desktop, "out/**").filter((file) => !/\.map$|\/\./.test(file)),
    ...filesIn(root, `${driver}/{package.json,LICENSE,lib/**}`),
    `${driver}/prebuilds/${target}.node`,
  ];
  const archive = join(resources, "app.asar");
  const entries = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  // The list includes folders, which are prefixes of other entries.
  const files = entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)));
  assert.deepEqual(files.toSorted(), expected.toSorted());
  assert.deepEqual(filesIn(`${archive}.unpacked`, "**"), [`${driver}/prebuilds/${target}.node`]);
  for (const file of [
    "main/index.js",
    "main/host.js",
    "main/import-worker.js",
    "main/derive-worker.js",
    "main/list-worker.js",
    "main/rewrite-worker.js",
    "main/snapshot-worker.js",
    "preload/index.cjs",
    "renderer/index.html",
  ]) {
    assert(files.includes(`out/${file}`), `the build has no out/${file}`);
  }
  assert.match(readFileSync(join(resources, "LICENSE.txt"), "utf8"), /^MIT License/);
  const notices = readFileSync(join(resources, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["react", "yjs", "katex", "better-sqlite3", "@fontsource-variable/inter"]) {
    assert.match(notices, new RegExp(`^${name} \\d`, "m"), `no notice of ${name}`);
  }
}

/** Checks that the app has an update feed; only needed for installed packages. */
export function checkFeed(resources: string): void {
  assert.match(readFileSync(join(resources, "app-update.yml"), "utf8"), /^provider: generic$/m);
}

/** Checks that Electron's licences are beside its program. */
export function checkElectronsLicences(folder: string): void {
  for (const name of ["LICENSE.electron.txt", "LICENSES.chromium.html"]) {
    assert(existsSync(join(folder, name)), `${folder} has no ${name}`);
  }
}

/** Checks that the fuses match electron-builder.yml, with Electron's own tool. */
export async function checkFuses(executable: string): Promise<void> {
  const wire = await getCurrentFuseWire(executable);
  const off = FuseState.DISABLE;
  const on = FuseState.ENABLE;
  const expected: Partial<Record<FuseV1Options, FuseState>> = {
    [FuseV1Options.RunAsNode]: off,
    [FuseV1Options.EnableCookieEncryption]: on,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: off,
    [FuseV1Options.EnableNodeCliInspectArguments]: off,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: on,
    [FuseV1Options.OnlyLoadAppFromAsar]: on,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: off,
  };
  for (const [fuse, state] of Object.entries(expected)) {
    assert.equal(wire[Number(fuse) as FuseV1Options], state, `fuse ${FuseV1Options[Number(fuse)]}`);
  }
}

/**
 * Returns the hash that Electron compares with the archive's header before reading it, if the fuse is set.
 */
export function integrityOf(archive: string): string {
  return createHash("sha256").update(getRawHeader(archive).headerString).digest("hex");
}

/** Unpacks the archive of a resources folder and checks its manifest. */
export function extractApp(resources: string, into: string, version: string): void {
  extractAll(join(resources, "app.asar"), into);
  const manifest = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(into, "package.json"), "utf8")));
  const expected = {
    name: "tidemark",
    productName: "Tidemark",
    version,
    main: "./out/main/index.js",
    desktopName: "tidemark.desktop",
  };
  const said = Object.fromEntries(Object.keys(expected).map((key) => [key, manifest[key]]));
  assert.deepEqual(said, expected);
}

/** Checks that the packaged host opens a profile under Node, saves a memo, and exits on request. */
export function driveHost(app: string, data: string): void {
  const said = run(
    process.execPath,
    [
      "--import",
      pathToFileURL(join(import.meta.dirname, "keep-memo.ts")).href,
      join(app, "out/main/host.js"),
      data,
    ],
    {
      cwd: data,
      timeout: 300_000,
      env: { KEEP_MEMO: "packed and running", KEEP_MEMO_FILTER: "1" },
    },
  );
  assert.deepEqual(JSON.parse(said), ["packed and running"]);
}

const seenSchema = z.object({
  globals: z.object({ bridge: z.array(z.string()), require: z.string() }),
  file: z.array(z.unknown()),
  hosts: z.number(),
  problems: z.array(z.string()),
});

/** Checks that the packaged main, preload, host and page write and save a memo in a real Chromium. */
export function driveWindow(app: string, data: string): void {
  if (findChromium() === undefined) {
    throw new MissingTool("Chromium", `chromium (${chromiumInstallCommand()})`);
  }
  const said = run(
    process.execPath,
    [join(desktop, "tests/electron/run-built.ts"), join(app, "out")],
    { env: { TIDEMARK_TEST_DATA: data }, timeout: 300_000 },
  );
  const seen = seenSchema.parse(JSON.parse(said));
  assert.deepEqual(
    { ...seen, globals: seen.globals.require },
    { globals: "undefined", file: [200, 206, "nosniff", "water"], hosts: 2, problems: [] },
  );
  assert(existsSync(join(data, "tidemark.db")), "the window kept no database");
}

export function filesIn(dir: string, pattern: string): string[] {
  return globSync(pattern, { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}
