import assert from "node:assert/strict";
import { globSync, lstatSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { checkElectronsLicences, checkFeed, checkFuses, checkResources } from "../packed-app.ts";
import { checkDesktopEntry } from "./desktop-entry.ts";
import { run, toolOf, type Workshop } from "../workshop.ts";

/** Makes the .deb of a version and returns its path. Most of the time is compression with xz. */
export async function makeDeb(
  workshop: Workshop,
  version: string,
  compression: "gz" | "xz",
): Promise<string> {
  toolOf("dpkg-deb", "dpkg");
  const name = `deb-${version}`;
  const args = ["--linux", "deb", `-c.deb.compression=${compression}`];
  const out = await workshop.pack({ name, platform: "linux", args, version });
  const [file] = globSync("*.deb", { cwd: out });
  assert.equal(file, `tidemark_${version}_amd64.deb`);
  assert.match(
    readFileSync(join(out, "latest-linux.yml"), "utf8"),
    new RegExp(`^version: ${version}$`, "m"),
  );
  return join(out, file);
}

/** Checks the unpacked app that all Linux packages for arm64 contain. */
export async function checkLinuxOnArm(workshop: Workshop): Promise<string> {
  const options = { name: "linux-arm64", platform: "linux", args: ["--linux", "dir"] } as const;
  const out = await workshop.pack({ ...options, arch: "arm64" });
  const app = join(out, "linux-arm64-unpacked");
  checkResources(join(app, "resources"), "linux-arm64");
  await checkFuses(join(app, "tidemark"));
  return "archive, fuses and licences are as they should be, with the driver for it";
}

/** Unpacks a .deb and checks its contents. Returns the folder it was unpacked into. */
export async function checkDeb(workshop: Workshop, deb: string, version: string): Promise<string> {
  const tree = join(workshop.scratch, `${basename(deb)}.tree`);
  run("dpkg-deb", ["--raw-extract", deb, tree]);
  checkControl(deb, tree, version);
  checkFiles(deb, tree);
  const app = join(tree, "opt/Tidemark");
  checkResources(join(app, "resources"), "linux-x64");
  checkFeed(join(app, "resources"));
  checkElectronsLicences(app);
  await checkFuses(join(app, "tidemark"));
  checkDesktopEntry(
    join(tree, "usr/share/applications/tidemark.desktop"),
    "/opt/Tidemark/tidemark",
  );
  for (const size of [32, 64, 128, 256, 512]) {
    const icon = join(tree, `usr/share/icons/hicolor/${size}x${size}/apps/tidemark.png`);
    assert.equal(readFileSync(icon).readUInt32BE(16), size, icon);
  }
  return tree;
}

/** Checks the metadata that apt reads, and the scripts that dpkg runs as root. */
function checkControl(deb: string, tree: string, version: string): void {
  const field = (name: string) => run("dpkg-deb", ["--field", deb, name]).trim();
  assert.equal(field("Package"), "tidemark");
  assert.equal(field("Version"), version);
  assert.equal(field("Architecture"), "amd64");
  assert.match(field("Maintainer"), /^[^<>]+ <[^<>@]+@[^<>@]+>$/);
  assert.match(field("Depends"), /(^|, )libc6 \(>= 2\.34\)(,|$)/);
  const description = field("Description");
  const [summary = ""] = description.split("\n");
  // Lists show the first line after the name, so it must be short and a single line.
  assert(summary.length > 10 && summary.length <= 80, summary);
  const size = Number(field("Installed-Size"));
  const real = globSync("{opt,usr}/**/*", { cwd: tree })
    .map((path) => lstatSync(join(tree, path)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  assert(Math.abs(size - real / 1024) < 0.1 * size + 100, `Installed-Size ${size}, really ${real}`);
  for (const script of ["postinst", "postrm"]) {
    const path = join(tree, "DEBIAN", script);
    assert.equal(statSync(path).mode & 0o777, 0o755, script);
    run("bash", ["-n", path]);
  }
}

/**
 * Checks that every file has a checksum, belongs to root, is in a permitted folder, and isn't world-writable.
 */
function checkFiles(deb: string, tree: string): void {
  run("md5sum", ["--check", "--strict", "--quiet", "DEBIAN/md5sums"], { cwd: tree });
  const listed = readFileSync(join(tree, "DEBIAN/md5sums"), "utf8").trim().split("\n");
  const lines = run("dpkg-deb", ["--contents", deb]).trim().split("\n");
  const files = lines.filter((line) => line.startsWith("-"));
  assert.equal(files.length, listed.length, "files and sums");
  for (const line of lines) {
    assert.match(line, /^[-dl]r[w-][xs-]r-[xs-]r-[x-] root\/root /, line);
    assert.match(line, / \.\/((opt|usr)\/.*)?$| \.\/(opt|usr)\/$/, line);
  }
}
