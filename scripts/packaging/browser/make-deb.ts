import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildDeb } from "../fpm/build-deb.ts";
import { type LinuxPackage, stageTree } from "../fpm/linux-package.ts";
import { noticesOf, problemsOf, readThirdParties } from "../notices/notices.ts";
import { desktop, root } from "../workshop.ts";
import { bundleProgram } from "./bundle.ts";

/** Browsers that open a window without tabs; the package depends on one of them. */
const browsers = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "brave-browser",
  "microsoft-edge-stable",
];

export interface BrowserDeb {
  readonly version: string;
  /** Path of the .deb to write. */
  readonly file: string;
  /** Temporary folder, which is emptied. */
  readonly scratch: string;
  readonly compression: "xz" | "none";
}

/**
 * Makes the .deb of the app without Electron for this architecture. It contains Node, the bundled host and
 * the page from `npm run build`, and uses an installed browser.
 */
export async function makeBrowserDeb(wanted: BrowserDeb): Promise<void> {
  const { version, file, scratch, compression } = wanted;
  const pack = await stage(scratch);
  const home = "usr/lib/tidemark-browser";
  const debian: LinuxPackage = {
    file,
    name: "tidemark-browser",
    version,
    release: "1",
    architecture: process.arch === "arm64" ? "arm64" : "amd64",
    maintainer: "Tidemark contributors <contributors@tidemark.invalid>",
    vendor: "Tidemark contributors",
    url: "https://tidemark.invalid",
    licence: "MIT",
    category: "utils",
    summary: "Memos on your desk, in a window of the browser you have",
    description:
      "Memos on your desk, in a window of the browser you have\n" +
      "Tidemark keeps memos on this machine, whole without a network, and syncs\n" +
      "them with a server where there is one. This package brings no browser.",
    // Libraries that the SQLite driver and Node are linked against.
    depends: [browsers.join(" | "), "libc6 (>= 2.34)", "libstdc++6"],
    recommends: [],
    conflicts: ["tidemark"],
    afterInstall: "",
    afterRemove: "",
    compression,
    contents: [
      { from: join(pack, "app"), to: `${home}/app` },
      { from: join(desktop, "out/renderer"), to: `${home}/page` },
      { from: nodeProgram(), to: `${home}/node` },
      { from: join(desktop, "build/linux/tidemark-browser.sh"), to: "usr/bin/tidemark" },
      {
        from: join(desktop, "build/linux/tidemark-browser.desktop"),
        to: "usr/share/applications/tidemark.desktop",
      },
      ...globSync("*.png", { cwd: join(desktop, "build/icons") }).map((name) => ({
        from: join(desktop, "build/icons", name),
        to: `usr/share/icons/hicolor/${name.slice(0, -4)}/apps/tidemark.png`,
      })),
      { from: join(root, "LICENSE"), to: "usr/share/doc/tidemark-browser/copyright" },
      { from: join(pack, "doc"), to: "usr/share/doc/tidemark-browser" },
    ],
  };
  const tree = stageTree(debian.contents);
  try {
    for (const left of globSync("**/{*.map,.*}", { cwd: join(tree, home) })) {
      rmSync(join(tree, home, left), { recursive: true, force: true });
    }
    buildDeb(debian, tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** Bundles the program and writes the third-party notices. */
async function stage(scratch: string): Promise<string> {
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(join(scratch, "doc"), { recursive: true });
  const app = join(scratch, "app");
  await bundleProgram(`linux-${process.arch}`, app);
  const parties = readThirdParties(root, join(desktop, "out"), [app]);
  const problems = problemsOf(parties);
  if (problems.length > 0) throw new Error(`Not to be packaged:\n${problems.join("\n")}`);
  writeFileSync(join(scratch, "doc/THIRD-PARTY-NOTICES.txt"), noticesOf(parties));
  cpSync(join(nodeFolder(), "LICENSE"), join(scratch, "doc/LICENSE.node"));
  return scratch;
}

/** Returns the folder of Node's npm package for this architecture. */
function nodeFolder(): string {
  return join(root, `node_modules/node-linux-${process.arch}`);
}

function nodeProgram(): string {
  return join(nodeFolder(), "bin/node");
}
