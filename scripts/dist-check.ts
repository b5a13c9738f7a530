import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { checkAppImage } from "./packaging/formats/appimage.ts";
import { checkBrowserDeb } from "./packaging/formats/browser-deb.ts";
import { makeCleanDebian } from "./packaging/formats/clean-debian.ts";
import { checkDeb, checkLinuxOnArm, makeDeb } from "./packaging/formats/deb.ts";
import { liveAsDeb, liveAsRpm, type Made } from "./packaging/formats/linux-life.ts";
import { checkMac, checkMacUniversal } from "./packaging/formats/mac.ts";
import { checkMissingDriver } from "./packaging/formats/missing-driver.ts";
import { driveHost, driveWindow, extractApp } from "./packaging/packed-app.ts";
import { checkRpm, makeRpm } from "./packaging/formats/rpm.ts";
import {
  checkServer,
  checkServerDeb,
  checkServerNpm,
  checkServerTar,
} from "./packaging/formats/server.ts";
import { checkTarGz } from "./packaging/formats/tar-gz.ts";
import {
  checkWindowsFolder,
  checkWindowsOnArm,
  liveUnderWine,
  makeSetup,
} from "./packaging/formats/windows.ts";
import { MissingTool, openWorkshop, root, run } from "./packaging/workshop.ts";
import { scriptCommand } from "./script-command.ts";

// `npm run dist:check`: packages the desktop app with a stub for Electron and checks the results. Needs
// neither network nor Electron. Prints a line per format, `ok|skipped|failed FORMAT: reason`. A format is
// skipped only if this machine lacks a tool; the reason names its package. Without --all it runs the checks
// for every change. docs/install.md lists what it can't check.

const { all, only } = scriptCommand("dist:check", "Packages the app and looks at what came out.")
  .option("--all", "every format, also those that take minutes or want tools of the system")
  .option("--only <formats...>", "of these formats alone")
  .parse()
  .opts<{ all?: true; only?: string[] }>();

const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(root, "apps/desktop/package.json"), "utf8")));
const scratch = mkdtempSync(join(tmpdir(), "tidemark-dist-"));
const workshop = openWorkshop(scratch);

// Results that several formats need are made once.
const debOf = once((of: string) => makeDeb(workshop, of, all === true ? "xz" : "gz"));
const rpmOf = once((of: string) => makeRpm(workshop, of));
const setupOf = once((of: string) => makeSetup(workshop, of));
const debianOf = once(() => makeCleanDebian(workshop));
/** Earlier version, for tests of upgrades. */
const before = "0.0.1";

/** Checks in order; later ones use the results of earlier ones. */
const formats: readonly {
  readonly name: string;
  readonly always?: true;
  /** Checks the format and returns a short summary; throws if it fails. */
  readonly check: () => Promise<string>;
}[] = [
  { name: "deb", always: true, check: lookAtDeb },
  { name: "app", always: true, check: startApp },
  { name: "win", always: true, check: () => checkWindowsFolder(workshop) },
  { name: "server", always: true, check: () => checkServer(workshop, version) },
  { name: "server-npm", check: () => checkServerNpm(workshop, version) },
  { name: "server-tar", check: () => checkServerTar(workshop, debianOf(""), version) },
  { name: "server-deb", check: () => checkServerDeb(workshop, debianOf(""), version) },
  { name: "driver", check: () => checkMissingDriver(workshop) },
  { name: "deb-life", check: () => live(liveAsDeb, debOf) },
  { name: "rpm", check: async () => await checkRpm(workshop, await rpmOf(version), version) },
  { name: "rpm-life", check: () => live(liveAsRpm, rpmOf) },
  { name: "browser-deb", check: () => checkBrowserDeb(workshop, version) },
  { name: "tar.gz", check: () => checkTarGz(workshop, version) },
  { name: "AppImage", check: () => checkAppImage(workshop, version) },
  { name: "nsis", check: lookAtSetup },
  {
    name: "nsis-life",
    check: async () => liveUnderWine(workshop, await setupOf(version), version),
  },
  { name: "win-arm64", check: () => checkWindowsOnArm(workshop) },
  { name: "linux-arm64", check: () => checkLinuxOnArm(workshop) },
  { name: "mac-x64", check: () => checkMac(workshop, version, "x64") },
  { name: "mac-arm64", check: () => checkMac(workshop, version, "arm64") },
  { name: "mac-universal", check: () => checkMacUniversal(workshop) },
];

try {
  run(join(root, "node_modules/.bin/turbo"), ["run", "build", "--output-logs=errors-only"], {
    env: { TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1" },
  });
  for (const { name, always, check } of formats) {
    const isWanted = only === undefined ? all === true || always === true : only.includes(name);
    if (!isWanted) continue;
    try {
      console.log(`ok ${name}: ${await check()}`);
    } catch (error) {
      if (error instanceof MissingTool) {
        console.log(`skipped ${name}: ${error.message}`);
        continue;
      }
      const [first = "", ...details] = messageOf(error).split("\n");
      console.log(`failed ${name}: ${first}`);
      console.error(details.join("\n"));
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function lookAtDeb(): Promise<string> {
  await checkDeb(workshop, await debOf(version), version);
  return "contents, control, scripts, licences, fuses and .desktop entry are as they should be";
}

async function lookAtSetup(): Promise<string> {
  await setupOf(version);
  return "made, signed with a certificate of its own and verified";
}

/** Starts the app from the .deb, without Electron. */
async function startApp(): Promise<string> {
  const tree = join(scratch, "app.tree");
  run("dpkg-deb", ["--extract", await debOf(version), tree]);
  const app = join(scratch, "app");
  extractApp(join(tree, "opt/Tidemark/resources"), app, version);
  for (const name of ["host", "window"]) mkdirSync(join(scratch, name));
  driveHost(app, join(scratch, "host"));
  driveWindow(app, join(scratch, "window"));
  return "the packaged main, preload, host and page kept memos, under Node and a real Chromium";
}

/** Upgrades from one version of a package to the next in the clean Debian. */
async function live(
  as: (debian: ReturnType<typeof debianOf>, before: Made, now: Made) => string,
  fileOf: (of: string) => Promise<string>,
): Promise<string> {
  const made = async (of: string) => ({ file: await fileOf(of), version: of });
  return as(debianOf(""), await made(before), await made(version));
}

/** Memoizes a function by its argument. */
function once<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, T>();
  return (name) => {
    const value = made.has(name) ? (made.get(name) as T) : make(name);
    made.set(name, value);
    return value;
  };
}
