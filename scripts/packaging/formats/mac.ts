import assert from "node:assert/strict";
import { globSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { listPackage } from "@electron/asar";
import { checkFeed, checkFuses, checkResources, integrityOf } from "../packed-app.ts";
import { root, run, toolOf, type Workshop } from "../workshop.ts";

/**
 * Checks that the zip for macOS contains an application with the right names, links, file types and archive
 * hash. Whether macOS starts it can't be checked here.
 */
export async function checkMac(
  workshop: Workshop,
  version: string,
  arch: "x64" | "arm64",
): Promise<string> {
  const zip = toolOf("7za", "p7zip-full");
  const out = await workshop.pack({
    name: `mac-${arch}`,
    platform: "darwin",
    args: ["--mac", "zip"],
    arch,
    env: { ELECTRON_BUILDER_7ZIP_PATH: zip },
  });
  const [file] = globSync("*.zip", { cwd: out });
  assert.equal(file, `tidemark-${version}-mac-${arch}.zip`);
  const tree = join(out, "tree");
  run(zip, ["x", `-o${tree}`, join(out, file)]);
  assert.deepEqual(readdirSync(tree), ["Tidemark.app"]);
  const contents = join(tree, "Tidemark.app/Contents");
  const resources = join(contents, "Resources");
  checkResources(resources, `darwin-${arch}`);
  checkFeed(resources);
  await checkFuses(join(tree, "Tidemark.app"));

  const plist = readFileSync(join(contents, "Info.plist"), "utf8").replace(/>\s+</g, "><");
  const entries: readonly (readonly [string, string])[] = [
    ["CFBundleIdentifier", "<string>app.tidemark.desktop</string>"],
    ["CFBundleName", "<string>Tidemark</string>"],
    ["CFBundleExecutable", "<string>Tidemark</string>"],
    ["CFBundleShortVersionString", `<string>${version}</string>`],
    ["CFBundleIconFile", "<string>icon.icns</string>"],
    ["CFBundleURLSchemes", "<array><string>tidemark</string></array>"],
    ["CFBundleTypeExtensions", "<array><string>md</string><string>markdown</string></array>"],
    ["NSMicrophoneUsageDescription", "<string>Tidemark records"],
    ["hash", `<string>${integrityOf(join(resources, "app.asar"))}</string>`],
  ];
  for (const [key, value] of entries) {
    assert(plist.includes(`<key>${key}</key>${value}`), `Info.plist has no ${key} ${value}`);
  }
  assert.deepEqual(
    readFileSync(join(resources, "icon.icns")),
    readFileSync(join(root, "apps/desktop/build/icon.icns")),
  );
  assert.match(readFileSync(join(out, "latest-mac.yml"), "utf8"), new RegExp(`url: ${file}`));
  return "unpacked: names, links, files, icon, fuses and the archive's hash are as they should be";
}

/** electron-builder's function for merging the archives of a universal application. */
interface Merger {
  mergeASARs(options: {
    x64AsarPath: string;
    arm64AsarPath: string;
    outputAsarPath: string;
    singleArchFiles: string | undefined;
  }): Promise<void>;
}

/**
 * Merges the archives of both architectures into one with both drivers, with electron-builder's own tool and
 * the rule in the configuration. Merging the programs only works on macOS.
 */
export async function checkMacUniversal(workshop: Workshop): Promise<string> {
  const archiveOf = async (arch: "x64" | "arm64", folder: string) => {
    const name = `mac-${arch}-folder`;
    const out = await workshop.pack({ name, platform: "darwin", args: ["--mac", "dir"], arch });
    return join(out, folder, "Tidemark.app/Contents/Resources/app.asar");
  };
  const config = readFileSync(join(root, "electron-builder.yml"), "utf8");
  const { mergeASARs } = createRequire(import.meta.url)(
    "@electron/universal/dist/cjs/asar-utils.js",
  ) as Merger;
  const out = join(workshop.scratch, "mac-universal");
  mkdirSync(out);
  const merged = join(out, "app.asar");
  await mergeASARs({
    x64AsarPath: await archiveOf("x64", "mac"),
    arm64AsarPath: await archiveOf("arm64", "mac-arm64"),
    outputAsarPath: merged,
    singleArchFiles: /^ {2}singleArchFiles: "(.+)"$/m.exec(config)?.[1],
  });
  const driver = "node_modules/better-sqlite3/prebuilds";
  const expected = ["darwin-arm64.node", "darwin-x64.node"];
  const packed = listPackage(merged, { isPack: false })
    .filter((path) => path.startsWith(`/${driver}/`))
    .map((path) => path.slice(driver.length + 2));
  assert.deepEqual(packed.toSorted(), expected);
  assert.deepEqual(readdirSync(join(`${merged}.unpacked`, driver)).toSorted(), expected);
  return "both archives went together into one with both drivers";
}
