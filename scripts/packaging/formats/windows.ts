import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import {
  checkElectronsLicences,
  checkFeed,
  checkFuses,
  checkResources,
  integrityOf,
} from "../packed-app.ts";
import { root, run, toolOf, type Workshop } from "../workshop.ts";

/** Checks the unpacked app that all Windows installers contain: archive, fuses, icon and the driver. */
export async function checkWindowsFolder(workshop: Workshop): Promise<string> {
  const out = await workshop.pack({ name: "win", platform: "win32", args: ["--win", "dir"] });
  await checkFolder(join(out, "win-unpacked"));
  return "archive, fuses and licences are as they should be, with the driver for Windows";
}

/** Checks the same for arm64. */
export async function checkWindowsOnArm(workshop: Workshop): Promise<string> {
  const options = { name: "win-arm64", platform: "win32", args: ["--win", "dir"] } as const;
  const out = await workshop.pack({ ...options, arch: "arm64" });
  await checkFolder(join(out, "win-arm64-unpacked"), "arm64");
  return "archive, fuses and licences are as they should be, with the driver for it";
}

async function checkFolder(folder: string, arch = "x64"): Promise<void> {
  checkResources(join(folder, "resources"), `win32-${arch}`);
  checkElectronsLicences(folder);
  await checkFuses(join(folder, "Tidemark.exe"));
  // The icon's largest image is embedded in the program unchanged.
  const program = readFileSync(join(folder, "Tidemark.exe"));
  assert(program.includes(largestPicture()), "the program does not have the icon");
  assert(program.includes(Buffer.from("Tidemark contributors", "utf16le")), "nor whose it is");
  const hash = integrityOf(join(folder, "resources/app.asar"));
  assert(program.includes(hash), "nor the hash of its archive");
}

function largestPicture(): Buffer {
  const icon = readFileSync(join(root, "apps/desktop/build/icon.ico"));
  const entries = Array.from({ length: icon.readUInt16LE(4) }, (_, n) => 6 + 16 * n);
  // A width of 0 means 256.
  const largest = entries.find((at) => icon[at] === 0);
  assert(largest !== undefined, "icon.ico has no picture of 256 pixels");
  const start = icon.readUInt32LE(largest + 12);
  return icon.subarray(start, start + icon.readUInt32LE(largest + 8));
}

/**
 * Makes the installer with Debian's NSIS, signs it with a temporary certificate, and verifies it. Returns its
 * path.
 */
export async function makeSetup(workshop: Workshop, version: string): Promise<string> {
  const zip = toolOf("7za", "p7zip-full");
  const makensis = toolOf("makensis", "nsis");
  toolOf("osslsigncode", "osslsigncode");
  const { certificate, env } = makeCertificate(workshop);
  const out = await workshop.pack({
    name: "nsis",
    platform: "win32",
    args: ["--win", "nsis"],
    env: { ...env, ...makeNsisTools(workshop, makensis), ELECTRON_BUILDER_7ZIP_PATH: zip },
  });
  const [file] = globSync("*.exe", { cwd: out });
  assert.equal(file, `tidemark-${version}-win-x64-setup.exe`);
  await checkFolder(join(out, "win-unpacked"));
  checkFeed(join(out, "win-unpacked/resources"));
  for (const signed of [file, "win-unpacked/Tidemark.exe"]) {
    run("osslsigncode", ["verify", "-CAfile", certificate, "-in", join(out, signed)]);
  }
  assert.match(readFileSync(join(out, "latest.yml"), "utf8"), new RegExp(`url: ${file}`));
  return join(out, file);
}

/** Creates an untrusted certificate. It only tests signing and never signs a release. */
function makeCertificate(workshop: Workshop): { certificate: string; env: NodeJS.ProcessEnv } {
  toolOf("openssl", "openssl");
  const dir = join(workshop.scratch, "certificate");
  mkdirSync(dir);
  const [key, certificate, bundle] = ["key.pem", "cert.pem", "both.p12"].map((name) =>
    join(dir, name),
  );
  assert(key !== undefined && certificate !== undefined && bundle !== undefined);
  run("openssl", [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-sha256"],
    ...["-subj", "/CN=Tidemark dist check/O=Tidemark", "-keyout", key, "-out", certificate],
    ...["-addext", "extendedKeyUsage=codeSigning", "-addext", "keyUsage=digitalSignature"],
  ]);
  const password = "of no worth";
  run("openssl", [
    ...["pkcs12", "-export", "-inkey", key, "-in", certificate, "-out", bundle],
    ...["-passout", `pass:${password}`],
  ]);
  return {
    certificate,
    env: {
      USE_SYSTEM_OSSLSIGNCODE: "true",
      WIN_CSC_LINK: bundle,
      WIN_CSC_KEY_PASSWORD: password,
      // Skips the timestamp server.
      ELECTRON_BUILDER_OFFLINE: "true",
    },
  };
}

/** Creates the folders that electron-builder uses as NSIS: Debian's NSIS, without plug-ins. */
function makeNsisTools(workshop: Workshop, makensis: string): NodeJS.ProcessEnv {
  const dir = join(workshop.scratch, "nsis-tools");
  mkdirSync(join(dir, "linux"), { recursive: true });
  mkdirSync(join(dir, "plugins/x86-unicode"), { recursive: true });
  // Debian's NSIS also builds 64-bit programs, which its Wine requires.
  writeFileSync(
    join(dir, "linux/makensis"),
    `#!/bin/sh\nunset NSISDIR\nexec "${makensis}" "-XTarget amd64-unicode" "$@"\n`,
    { mode: 0o755 },
  );
  return { ELECTRON_BUILDER_NSIS_DIR: dir, ELECTRON_BUILDER_NSIS_RESOURCES_DIR: dir };
}

/** Installs, reinstalls and uninstalls under Wine; memos must remain. */
export function liveUnderWine(workshop: Workshop, setup: string, version: string): string {
  const wine = toolOf("wine", "wine wine64");
  const prefix = join(workshop.scratch, "wine");
  const env = {
    WINEPREFIX: prefix,
    WINEDEBUG: "-all",
    // Prevents downloads of components and changes to this machine's menus.
    WINEDLLOVERRIDES: "mscoree,mshtml=;winemenubuilder.exe=d",
    DISPLAY: "",
  };
  const windows = (...args: string[]) => run(wine, args, { env, timeout: 180_000 });
  const key = (path: string) => windows("reg", "query", `HKCU\\${path}`, "/s");
  windows("wineboot", "--init");
  try {
    // Wine starts as Windows 7, which Electron doesn't support; the installer must refuse.
    assert.throws(() => windows(setup, "/S"), /ended with 2/);
    windows("reg", "add", "HKCU\\Software\\Wine", "/v", "Version", "/d", "win10", "/f");
    const local = globSync("drive_c/users/*/AppData/Local", { cwd: prefix })[0];
    assert(local !== undefined, "Wine made no home folder");
    const home = join(prefix, local);
    // Existing memos, in a folder beside the installation.
    mkdirSync(join(home, "Tidemark"));
    writeFileSync(join(home, "Tidemark/tidemark.db"), "memos");
    const app = join(home, "Programs/Tidemark");

    for (const time of ["first", "over itself"]) {
      windows(setup, "/S");
      assert(existsSync(join(app, "Tidemark.exe")), `nothing installed, ${time}`);
      checkResources(join(app, "resources"), "win32-x64");
    }
    const uninstall = "Software\\Microsoft\\Windows\\CurrentVersion\\Uninstall";
    assert.match(
      key(uninstall),
      new RegExp(`DisplayVersion\\s+REG_SZ\\s+${version.replaceAll(".", "\\.")}`),
    );
    assert.match(key("Software\\Classes\\tidemark"), /Tidemark\.exe" "%1"/);
    assert.match(key("Software\\Classes\\.md\\OpenWithProgids"), /Tidemark\.Markdown/);
    const link = globSync(
      "drive_c/users/*/AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Tidemark.lnk",
      {
        cwd: prefix,
      },
    );
    assert.equal(link.length, 1, "no entry in the start menu");

    // Run from a copy: an uninstaller started in its own folder hands over to a copy and exits at once.
    const remover = join(prefix, "drive_c/remove.exe");
    copyFileSync(join(app, "Uninstall Tidemark.exe"), remover);
    windows(
      remover,
      "/S",
      "_?=C:\\" + app.slice(join(prefix, "drive_c/").length).replaceAll("/", "\\"),
    );
    assert(!existsSync(app), "its folder is left");
    assert(existsSync(join(home, "Tidemark/tidemark.db")), "memos were removed");
    assert.throws(() => key("Software\\Classes\\tidemark"), "its links are left");
    assert(!key(uninstall).includes("Tidemark"), "it still stands among what is installed");
  } finally {
    endWine(env);
  }
  return "under Wine installed, installed over itself and removed; memos stayed";
}

function endWine(env: NodeJS.ProcessEnv): void {
  try {
    run("wineserver", ["--kill"], { env });
  } catch {
    // Wine has already exited.
  }
}
