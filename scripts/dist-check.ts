import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { extractAll, listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { writeStubElectron } from "./stub-electron.ts";
import { z } from "zod";

// `npm run dist:check`: packages the desktop app for Linux and Windows over a stand-in for Electron,
// then looks at what came out. Needs no network and no Electron.

const root = resolve(import.meta.dirname, "..");
const desktop = join(root, "apps/desktop");
const scratch = mkdtempSync(join(tmpdir(), "tidemark-dist-"));
try {
  run("turbo", ["run", "build", "--output-logs=errors-only"]);
  await checkLinux();
  await checkWindows();
  console.log(
    "dist:check passed. Not proved here, because no Electron was there: that the packaged program " +
      "itself starts, the AppImage, nsis and dmg formats, anything on macOS, signing, and the icons' looks.",
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function checkLinux(): Promise<void> {
  const fpm = join(scratch, "fpm");
  const entryFile = join(scratch, "entry.desktop");
  // The deb format's own tool is a download. This one keeps the .desktop file it is handed.
  const fpmScript = `#!/bin/sh
for argument; do
  case "$argument" in *.desktop=*) cp "\${argument%%=*}" ${entryFile} ;; esac
  if [ "$previous" = --package ]; then : >"$argument"; fi
  previous=$argument
done
`;
  writeFileSync(fpm, fpmScript);
  chmodSync(fpm, 0o755);
  const out = await pack("linux", ["--linux", "deb"], { CUSTOM_FPM_PATH: fpm });
  const unpacked = join(out, "linux-unpacked");

  checkArchive(unpacked, "linux-x64");
  await checkFuses(join(unpacked, "tidemark"));

  const entry = readFileSync(entryFile, "utf8");
  for (const line of ["Name=Tidemark", "Icon=tidemark", "StartupWMClass=tidemark"]) {
    assert.match(entry, new RegExp(`^${line}$`, "m"));
  }
  assert.match(entry, /^Exec=\S*\/tidemark %U$/m);

  const app = join(scratch, "app");
  extractAll(join(unpacked, "resources/app.asar"), app);
  const { name, main, desktopName } = z
    .record(z.string(), z.unknown())
    .parse(JSON.parse(readFileSync(join(app, "package.json"), "utf8")));
  assert.deepEqual(
    { name, main, desktopName },
    { name: "tidemark", main: "./out/main/index.js", desktopName: "tidemark.desktop" },
  );
  console.log("linux: archive, fuses and .desktop entry are as they should be");
  if (process.platform === "linux" && process.arch === "x64") {
    checkHost(app);
    console.log("linux: the packaged host runs under Node, and keeps a memo");
  }
}

async function checkWindows(): Promise<void> {
  const out = await pack("win32", ["--win", "dir", "-c.win.signAndEditExecutable=false"]);
  checkArchive(join(out, "win-unpacked"), "win32-x64");
  await checkFuses(join(out, "win-unpacked/tidemark.exe"));
  console.log("windows: archive and fuses are as they should be, with the driver for Windows");
}

async function pack(
  platform: "linux" | "win32",
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const stub = join(scratch, `electron-${platform}`);
  const out = join(scratch, platform);
  await writeStubElectron(stub, platform);
  run(
    "electron-builder",
    [
      ...args,
      "--x64",
      "--publish=never",
      `--projectDir=${desktop}`,
      `--config=${join(root, "electron-builder.yml")}`,
      `-c.electronDist=${stub}`,
      `-c.directories.output=${out}`,
    ],
    env,
  );
  return out;
}

/** The archive holds the bundles and the driver, and of the driver's binaries the target's alone. */
function checkArchive(unpacked: string, target: string): void {
  const driver = "node_modules/better-sqlite3";
  const expected = [
    "package.json",
    ...filesIn(desktop, "out/**").filter((file) => !/\.map$|\/\./.test(file)),
    ...filesIn(root, `${driver}/{package.json,LICENSE,lib/**}`),
    `${driver}/prebuilds/${target}.node`,
  ];
  const archive = join(unpacked, "resources/app.asar");
  const entries = listPackage(archive, { isPack: false }).map((path) => path.slice(1));
  // The list names folders too: those that are the start of another entry.
  const files = entries.filter((path) => !entries.some((other) => other.startsWith(`${path}/`)));
  assert.deepEqual(files.toSorted(), expected.toSorted());
  assert.deepEqual(filesIn(`${archive}.unpacked`, "**"), [`${driver}/prebuilds/${target}.node`]);
  for (const file of [
    "main/index.js",
    "main/host.js",
    "main/list-worker.js",
    "main/rewrite-worker.js",
    "preload/index.cjs",
    "renderer/index.html",
  ]) {
    assert(files.includes(`out/${file}`), `the build has no out/${file}`);
  }
}

async function checkFuses(executable: string): Promise<void> {
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

/** The packaged host opens a profile, keeps a memo, and ends when it is asked to. */
function checkHost(app: string): void {
  const data = join(scratch, "profile");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      "--import",
      pathToFileURL(join(root, "scripts/drive-host.ts")).href,
      join(app, "out/main/host.js"),
      data,
    ],
    { cwd: scratch, encoding: "utf8", timeout: 60_000 },
  );
  assert.deepEqual([status, stdout.trim()], [0, "packed and running"], stderr);
}

function filesIn(dir: string, pattern: string): string[] {
  return globSync(pattern, { cwd: dir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1));
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: "1",
      TURBO_NO_UPDATE_NOTIFIER: "1",
      ...env,
    },
  });
  if (status === 0) return;
  console.error(stdout, stderr);
  throw new Error(`${command} ${args.join(" ")} ended with ${status}`);
}
