import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findChromium } from "../../chromium.ts";
import { makeBrowserDeb } from "../browser/make-deb.ts";
import { filesIn } from "../packed-app.ts";
import { MissingTool, run, toolOf, type Workshop } from "../workshop.ts";

const words = "written with real keys";

/**
 * Checks the .deb of the app without Electron. apt can install it. A memo typed with real keys into a
 * Chromium window on a virtual screen is saved when the window is closed.
 */
export async function checkBrowserDeb(workshop: Workshop, version: string): Promise<string> {
  toolOf("dpkg-deb", "dpkg");
  toolOf("Xvfb", "xvfb");
  toolOf("xdotool", "xdotool");
  const browser = findChromium();
  if (browser === undefined) throw new MissingTool("Chromium", "chromium");
  const file = join(workshop.scratch, "tidemark-browser.deb");
  const scratch = join(workshop.scratch, "browser-deb");
  await makeBrowserDeb({ version, file, scratch, compression: "none" });
  run("apt-get", ["install", "--simulate", "--no-install-recommends", file]);
  const tree = join(scratch, "tree");
  run("dpkg-deb", ["--extract", file, tree]);
  checkTree(tree);
  const data = join(scratch, "data");
  const program = join(tree, "usr/bin/tidemark");
  await writeByHand({ program, browser, args: ["--data", data], title: "Timeline · Tidemark" });
  await writeByHand({
    program,
    browser,
    args: ["--data", data, "--capture"],
    title: "Quick capture - Tidemark",
  });
  const out = join(scratch, "exported");
  run(program, ["export", "--data", data, "--to", out]);
  const texts = filesIn(out, "memos/**/*.md").map((path) => readFileSync(join(out, path), "utf8"));
  assert.equal(texts.length, 2);
  for (const text of texts) assert.match(text, new RegExp(`${words}\\s*$`));
  await refuseByHand({ program, browser, data: join(scratch, "broken") });
  return "apt takes it, windows opened, what was typed into them was kept and exported";
}

function checkTree(tree: string): void {
  const home = join(tree, "usr/lib/tidemark-browser");
  const binaries = globSync("app/**/*.node", { cwd: home });
  assert.deepEqual(binaries, [
    `app/node_modules/better-sqlite3/prebuilds/linux-${process.arch}.node`,
  ]);
  assert.deepEqual(globSync("**/{*.map,.*}", { cwd: home }), []);
  for (const name of [
    "page/index.html",
    "app/import-worker.js",
    "app/derive-worker.js",
    "app/list-worker.js",
    "app/rewrite-worker.js",
    "app/snapshot-worker.js",
    "node",
  ]) {
    assert(existsSync(join(home, name)), `there is no ${name}`);
  }
  const doc = join(tree, "usr/share/doc/tidemark-browser");
  assert.match(readFileSync(join(doc, "copyright"), "utf8"), /^MIT License/);
  assert.match(readFileSync(join(doc, "LICENSE.node"), "utf8"), /Node\.js/);
  const notices = readFileSync(join(doc, "THIRD-PARTY-NOTICES.txt"), "utf8");
  for (const name of ["fastify", "react", "better-sqlite3"]) {
    assert.match(notices, new RegExp(`^${name} \\d`, "m"), `no notice of ${name}`);
  }
}

interface Shown {
  readonly program: string;
  readonly browser: string;
  readonly args: readonly string[];
  /** Title of the window once its page is loaded. */
  readonly title: string;
}

/** Opens a window, types a memo with real keys, saves it, and closes the window. */
async function writeByHand(shown: Shown): Promise<void> {
  const code = await onScreen(shown, async (hand) => {
    hand("key", "ctrl+n");
    await wait(500);
    hand("type", "--delay", "20", words);
    hand("key", "ctrl+Return");
    await wait(1000);
    hand("key", "ctrl+w");
  });
  assert.equal(code, 0, "it ends with its window");
}

/** Checks that a window reports an invalid database, and closing it ends the program. */
async function refuseByHand(at: { program: string; browser: string; data: string }): Promise<void> {
  const { program, browser, data } = at;
  mkdirSync(data);
  writeFileSync(join(data, "tidemark.db"), "no database at all, but long enough".repeat(99));
  const shown = { program, browser, args: ["--data", data], title: "Tidemark" };
  const code = await onScreen(shown, async (hand) => {
    await wait(1000);
    hand("key", "ctrl+w");
  });
  assert.equal(code, 2, "it could not start");
}

/** Runs the program on a virtual screen. Returns its exit code after the window was closed. */
async function onScreen(
  { program, browser, args, title }: Shown,
  act: (hand: (...keys: string[]) => string) => Promise<void>,
): Promise<number | null> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x860x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  try {
    const [number] = (await once(screen.stdio[3]!, "data")) as [Buffer];
    const env = { ...process.env, DISPLAY: `:${number.toString().trim()}` };
    const app = spawn(program, [...args, "--port", "0"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...env, TIDEMARK_BROWSER: browser },
    });
    const ended = once(app, "exit");
    try {
      const hand = (...keys: string[]) => run("xdotool", keys, { env, timeout: 30_000 }).trim();
      const window = hand("search", "--sync", "--onlyvisible", "--class", "tidemark");
      await titled(title, () => hand("getwindowname", window.split("\n").at(-1) ?? ""));
      await act(hand);
      const [code] = (await Promise.race([ended, wait(20_000, [null])])) as [number | null];
      return code;
    } finally {
      app.kill("SIGKILL");
    }
  } finally {
    screen.kill();
  }
}

/** Waits until the window has the title. */
async function titled(wanted: string, title: () => string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (title() === wanted) return;
    await wait(500);
  }
  throw new Error(`the window says ${title()}`);
}
