import assert from "node:assert/strict";
import { chmodSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDesktopEntry } from "./desktop-entry.ts";
import { checkElectronsLicences, checkFeed, checkFuses, checkResources } from "../packed-app.ts";
import { stubSays } from "../stub-electron.ts";
import { run, toolOf, type Workshop } from "../workshop.ts";

/**
 * Checks that the AppImage is one file that starts the app through AppRun. electron-builder's runtime, which
 * precedes the file system, would be a download. A script replaces it, which unpacks the file system instead
 * of mounting it.
 */
export async function checkAppImage(workshop: Workshop, version: string): Promise<string> {
  const mksquashfs = toolOf("mksquashfs", "squashfs-tools");
  toolOf("unsquashfs", "squashfs-tools");
  const out = await workshop.pack({
    name: "appimage",
    platform: "linux",
    args: ["--linux", "AppImage"],
    env: { APPIMAGE_TOOLS_PATH: writeTools(workshop, mksquashfs) },
  });
  const [file] = globSync("*.AppImage", { cwd: out });
  assert.equal(file, `tidemark-${version}-linux-x86_64.AppImage`);
  const image = join(out, file);
  const said = run(image, ["tidemark://open?memo=x"], { env: { TMPDIR: workshop.scratch } });
  assert.equal(said, stubSays);

  const tree = join(out, "tree");
  run("unsquashfs", ["-quiet", "-no-progress", "-dest", tree, "-offset", runtimeSize, image]);
  checkResources(join(tree, "resources"), "linux-x64");
  checkFeed(join(tree, "resources"));
  checkElectronsLicences(tree);
  await checkFuses(join(tree, "tidemark"));
  checkDesktopEntry(join(tree, "tidemark.desktop"), "AppRun");
  assert.equal(readFileSync(join(tree, ".DirIcon")).readUInt32BE(16), 512);
  assert.match(readFileSync(join(out, "latest-linux.yml"), "utf8"), /blockMapSize: \d+/);
  return "ran, its AppRun started the program; in place of electron-builder's runtime one of ours";
}

const runtimeSize = "4096";

/** Creates the folder that electron-builder uses as its AppImage tools. */
function writeTools(workshop: Workshop, mksquashfs: string): string {
  const tools = join(workshop.scratch, "appimage-tools");
  for (const folder of ["runtimes", "lib/x64"]) mkdirSync(join(tools, folder), { recursive: true });
  symlinkSync(mksquashfs, join(tools, "mksquashfs"));
  // electron-builder checks that it exists, but never runs it.
  symlinkSync("/bin/true", join(tools, "desktop-file-validate"));
  const runtime = `#!/bin/sh
# Begins the AppImages of dist:check: unpacks the file system behind these ${runtimeSize} bytes and starts AppRun.
set -e
APPIMAGE=$(readlink -f "$0")
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
unsquashfs -quiet -no-progress -dest "$dir/app" -offset ${runtimeSize} "$APPIMAGE" >/dev/null
APPDIR=$dir/app
export APPIMAGE APPDIR
status=0
"$APPDIR/AppRun" "$@" || status=$?
rm -rf "$dir"
exit "$status"
`;
  const file = join(tools, "runtimes/runtime-x64");
  writeFileSync(file, `${runtime.padEnd(Number(runtimeSize) - 1, "#")}\n`);
  chmodSync(file, 0o755);
  return tools;
}
