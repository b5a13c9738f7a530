import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findChromium } from "../../chromium.ts";
import { makeBrowserDeb } from "../browser/make-deb.ts";
import { filesIn } from "../packed-app.ts";
import { MissingTool, run, toolOf, type Workshop } from "../workshop.ts";

const words = "written with real keys";

/**
 * The app without Electron, from its .deb: apt would take it, and in a window of a real Chromium, on a
 * screen of its own, a memo is written with real keys and kept when the window is closed.
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
  await writeByHand(join(tree, "usr/bin/tidemark"), browser, data);
  const out = join(scratch, "exported");
  run(join(tree, "usr/bin/tidemark"), ["export", "--data", data, "--to", out]);
  const texts = filesIn(out, "memos/**/*.md").map((path) => readFileSync(join(out, path), "utf8"));
  assert.equal(texts.length, 1);
  assert.match(texts[0] ?? "", new RegExp(`${words}\\s*$`));
  return "apt takes it, a window opened, what was typed into it was kept and exported";
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

/** Starts the program on a screen of its own, types a memo, saves it, and closes the window. */
async function writeByHand(program: string, browser: string, data: string): Promise<void> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x860x24"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  try {
    const [number] = (await once(screen.stdio[3]!, "data")) as [Buffer];
    const env = { ...process.env, DISPLAY: `:${number.toString().trim()}` };
    const app = spawn(program, ["--data", data, "--port", "0"], {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...env, TIDEMARK_BROWSER: browser },
    });
    const ended = once(app, "exit");
    try {
      const hand = (...args: string[]) => run("xdotool", args, { env, timeout: 30_000 }).trim();
      const window = hand("search", "--sync", "--onlyvisible", "--class", "tidemark");
      await titled(() => hand("getwindowname", window.split("\n").at(-1) ?? ""));
      hand("key", "ctrl+n");
      await wait(500);
      hand("type", "--delay", "20", words);
      hand("key", "ctrl+Return");
      await wait(1000);
      hand("key", "ctrl+w");
      const [code] = (await Promise.race([ended, wait(20_000, [null])])) as [number | null];
      assert.equal(code, 0, "it ends with its window");
    } finally {
      app.kill("SIGKILL");
    }
  } finally {
    screen.kill();
  }
}

/** Waits until the page has said what it shows. */
async function titled(title: () => string): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    if (title() === "Timeline · Tidemark") return;
    await wait(500);
  }
  throw new Error(`the window says ${title()}`);
}
